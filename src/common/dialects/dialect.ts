/**
 * What a refusal of a provider says. `our_account`: its password, its credit or its limits, everywhere. `place_empty`: no
 * address in the place at the moment. `target`: the provider does not reach this target for anybody. `retry`: anything
 * else, such as an address that was lost, which another session may not have.
 */
export type RefusalMeaning = 'our_account' | 'place_empty' | 'target' | 'retry';

/** Of a provider's documentation. The first rule that fits is used; every part that it has must fit. */
export interface RefusalRule {
  readonly status?: readonly number[];
  /** Stands in the reason of the status line, in a field that explains errors, or in the beginning of the body. */
  readonly says?: RegExp;
  readonly means: RefusalMeaning;
}

/** A refusal as it came. */
export interface HttpRefusal {
  readonly status: number;
  /** See `RefusalRule.says`. */
  readonly text: string;
}

/** What every provider means by it, unless its own rules say otherwise. */
const COMMON_RULES: readonly RefusalRule[] = [
  { status: [401, 402, 407], means: 'our_account' },
  { status: [403], means: 'target' },
];

/** Fields that providers explain a refusal in. */
const EXPLAINING_FIELD =
  /^(x-error-description|x-brd-[a-z-]+|x-luminati-error|proxy-status|x-webshare-[a-z-]+):/i;

/** @param head with its status line. @param body as much as came with it. */
export function readRefusal(head: string, body = ''): HttpRefusal {
  const [statusLine = '', ...fields] = head.split('\r\n');
  const [, status = '0', reason = ''] = /^HTTP\/1\.[01] (\d{3})(.*)$/.exec(statusLine) ?? [];
  const explained = fields.filter((field) => EXPLAINING_FIELD.test(field));
  return { status: Number(status), text: [reason, ...explained, body].join('\n') };
}

export function classifyRefusal(
  rules: readonly RefusalRule[],
  { status, text }: HttpRefusal,
): RefusalMeaning {
  const fits = (rule: RefusalRule) =>
    (rule.status?.includes(status) ?? true) && (rule.says?.test(text) ?? true);
  return [...rules, ...COMMON_RULES].find(fits)?.means ?? 'retry';
}

/** SOCKS5 replies (RFC 1928 §6) have no room for a provider's own reasons. */
export function classifySocksReply(reply: number): RefusalMeaning {
  if (reply === 2 || reply === 5) return 'target';
  return 'retry';
}

/** Ways a gateway can be spoken to. `https` is HTTP CONNECT inside TLS. */
export type UpstreamProtocol = 'http' | 'https' | 'socks5';

/** What a customer can ask for; a template that has no word for one of them refuses it. */
export const TARGETING_FILTERS = ['country', 'region', 'city', 'isp', 'asn', 'session'] as const;
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
  /** Number of the network of an internet provider, in place of its name. */
  readonly asn?: string | null;
  /** A session name that follows the rules of the dialect; for digits the number counted from `from`. */
  readonly session?: string | null;
  /** Minutes. */
  readonly ttl?: number | null;
}

export const TEMPLATE_VALUES = ['user', 'pass', 'zone', ...TARGETING_FILTERS, 'ttl'] as const;
export type TemplateValue = (typeof TEMPLATE_VALUES)[number];

/** A template that cannot be read. @property position of the character, from 1. */
export class TemplateError extends Error {
  override name = 'TemplateError';

  constructor(
    problem: string,
    readonly position: number,
  ) {
    super(`${problem} (character ${position})`);
  }
}

/** A filter that the dialect has no words for: nothing is rendered, since the customer would get another place. */
export class UnsupportedFilterError extends Error {
  override name = 'UnsupportedFilterError';

  constructor(
    readonly filter: TargetingFilter,
    why: string,
  ) {
    super(why);
  }
}

/** Values that no provider would take: a missing account name, or credentials that are too long. Repeats no value. */
export class RenderError extends Error {
  override name = 'RenderError';
}

/** Whether rendering failed because the provider has no words for the request, and not by a mistake of ours. */
export const isInexpressible = (error: unknown): boolean =>
  error instanceof UnsupportedFilterError || error instanceof RenderError;
