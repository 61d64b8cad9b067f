import type { RefusalRule } from './refusal';

/** Ways a gateway can be spoken to. `https` is HTTP CONNECT inside TLS. */
export type UpstreamProtocol = 'http' | 'https' | 'socks5';

/** What a customer can ask for; a template that has no word for one of them refuses it. */
export const TARGETING_FILTERS = ['country', 'region', 'city', 'isp', 'session'] as const;
export type TargetingFilter = (typeof TARGETING_FILTERS)[number];

/**
 * How the session names of a provider look. `digits`: numbers of the interval, written without leading zeros. Else
 * `length` characters of the alphabet, of which the provider accepts between `min` and `max`.
 */
export type SessionRules =
  | { readonly alphabet: 'digits'; readonly from: number; readonly to: number }
  | {
      readonly alphabet: 'lower' | 'letters';
      readonly length: number;
      readonly min: number;
      readonly max: number;
    };

/** Bounds in minutes of how long the provider keeps an address for a session. The template has the unit. */
export interface TtlRules {
  readonly minMinutes: number;
  readonly maxMinutes: number;
}

/** The user name syntax of a provider's backconnect gateway, from its documentation. Templates: see `template.ts`. */
export interface Dialect {
  readonly id: string;
  readonly name: string;
  readonly usernameTemplate: string;
  readonly passwordTemplate: string;
  /**
   * Splits the user name of the account, as the provider's dashboard shows it, into the values of the template (named
   * groups). Without it the whole name is `{user}`.
   */
  readonly account?: RegExp;
  /** Sentence for an account name that does not match. */
  readonly accountHint?: string;
  readonly session: SessionRules;
  /** Null: no word for it; an address is kept as long as the provider likes. */
  readonly ttl: TtlRules | null;
  readonly protocols: readonly UpstreamProtocol[];
  /** Null for a dialect without a provider. */
  readonly host: string | null;
  /** Default port by protocol. */
  readonly ports: Readonly<Partial<Record<UpstreamProtocol, number>>>;
  /** What its refusals mean, beside what they mean everywhere; see `refusal.ts`. */
  readonly refusals: readonly RefusalRule[];
  /** Pages of the documentation that the templates and refusals are from. */
  readonly sources: readonly string[];
}

/** Values of a template. What is undefined or null makes its optional group vanish. */
export interface TemplateValues {
  readonly user?: string;
  readonly pass?: string;
  /** Zone of Bright Data. */
  readonly zone?: string;
  /** ISO 3166-1 alpha-2 in lower case. */
  readonly country?: string | null;
  /** Names or codes of places, in any spelling that the provider's filter can bring into form. */
  readonly region?: string | null;
  readonly city?: string | null;
  readonly isp?: string | null;
  /** A session name that follows the rules of the dialect; for digits the number counted from `from`. */
  readonly session?: string | null;
  /** Minutes. */
  readonly ttl?: number | null;
}

export const TEMPLATE_VALUES = [
  ...(['user', 'pass', 'zone', 'country', 'region', 'city', 'isp', 'session', 'ttl'] as const),
] as const;
export type TemplateValue = (typeof TEMPLATE_VALUES)[number];
