import {
  RenderError,
  TemplateError,
  UnsupportedFilterError,
  type Dialect,
  TARGETING_FILTERS,
  type TargetingFilter,
  type TemplateValue,
} from './dialect';
import { readAsNumber } from '../gateway/as-number';
import { renderTemplate, findValues, parseTemplate, type Template } from './template';
import { deriveSession, isSession, writeSession } from './session-id';
import { randomInt } from 'node:crypto';

/** An account at a provider, with a plaintext password: never log it. */
export interface AccountDefinition {
  readonly username: string;
  readonly password: string;
  /** Instead of the dialect's. */
  readonly usernameTemplate?: string | null;
  readonly passwordTemplate?: string | null;
}

/** What one connection wants of the provider. */
export interface UpstreamRequest {
  /** ISO 3166-1 alpha-2 in lower case; null is any country. */
  readonly country: string | null;
  readonly region: string | null;
  readonly city: string | null;
  /** A name or code, or `as` with the number of a network. */
  readonly isp: string | null;
  /** Null: another address for every connection. `token`: 16 hexadecimal digits. */
  readonly session: { readonly proxyId: number; readonly token: string } | null;
  /** How long to keep the address: 0 as long as possible. Brought into the provider's bounds. */
  readonly ttlMinutes: number;
}

export interface UpstreamCredentials {
  readonly username: string;
  readonly password: string;
}

/** Checked template texts; the field tells in which of them a mistake is. */
export class TemplateFieldError extends Error {
  override name = 'TemplateFieldError';

  constructor(
    readonly field: 'username_template' | 'password_template' | 'username',
    message: string,
  ) {
    super(message);
  }
}

/** Renders the credentials of an account at a provider, for one connection each. */
export class UpstreamAccount {
  readonly #username: Template;
  readonly #password: Template;
  readonly #values: { readonly user?: string; readonly zone?: string; readonly pass: string };
  readonly #has: ReadonlyMap<TemplateValue, boolean>;

  constructor(
    private readonly dialect: Dialect,
    definition: AccountDefinition,
  ) {
    const username = definition.usernameTemplate ?? dialect.usernameTemplate;
    if (username === '')
      throw new TemplateFieldError('username_template', 'This dialect needs a user name template');
    this.#username = parse('username_template', username);
    this.#password = parse(
      'password_template',
      definition.passwordTemplate ?? dialect.passwordTemplate,
    );
    this.#has = findValues([...this.#username, ...this.#password]);
    if (this.#has.get('session') !== true)
      throw new TemplateFieldError(
        'username_template',
        this.#has.has('session')
          ? '{session} must stand in an optional group, such as [-session-{session}]: rotating connections have none'
          : 'The templates need {session}, such as [-session-{session}], to keep an address',
      );
    this.#values = { ...splitAccount(dialect, definition.username), pass: definition.password };
    if (this.#has.get('zone') === false && this.#values.zone === undefined)
      throw new TemplateFieldError('username_template', 'This dialect has no value for {zone}');
  }

  /** Whether its templates have a word for a filter. */
  has(filter: TargetingFilter): boolean {
    return this.#has.has(filter);
  }

  render(request: UpstreamRequest & { readonly asn?: string | null }): UpstreamCredentials {
    const { session: rules, ttl } = this.dialect;
    const { session } = request;
    const name = session && deriveSession(rules, session.proxyId, session.token);
    if (name !== null && !isSession(rules, name))
      throw new RenderError('The session name breaks the rules of the provider');
    const values = {
      ...this.#values,
      country: request.country,
      region: request.region,
      city: request.city,
      isp: request.isp,
      asn: request.asn,
      session: name === null ? null : writeSession(rules, name),
      ttl: name === null || !ttl ? null : toTtl(request.ttlMinutes, ttl),
    };
    const used = new Set<TemplateValue>();
    const username = renderTemplate(this.#username, values, used);
    const password = renderTemplate(this.#password, values, used);
    for (const filter of TARGETING_FILTERS)
      if (values[filter] && !used.has(filter)) throw this.#refuse(filter);
    return { username, password };
  }

  #refuse(filter: TargetingFilter): UnsupportedFilterError {
    const why = this.has(filter)
      ? `cannot combine the ${filter} with the rest of this request`
      : `has no word for the ${filter}`;
    return new UnsupportedFilterError(filter, `${this.dialect.name} ${why}`);
  }
}

/** 0 is the longest that the provider allows. */
function toTtl(minutes: number, { minMinutes, maxMinutes }: NonNullable<Dialect['ttl']>): number {
  return minutes === 0 ? maxMinutes : Math.min(maxMinutes, Math.max(minMinutes, minutes));
}

function splitAccount({ account, accountHint }: Dialect, username: string): Record<string, string> {
  if (!account) return { user: username };
  const groups = account.exec(username)?.groups;
  if (!groups)
    throw new TemplateFieldError('username', accountHint ?? 'This is no user name of the provider');
  return groups;
}

function parse(field: 'username_template' | 'password_template', text: string): Template {
  try {
    return parseTemplate(text);
  } catch (error) {
    throw error instanceof TemplateError ? new TemplateFieldError(field, error.message) : error;
  }
}

/** Levels of a place for which a provider may have names of its own. */
export const PLACE_LEVELS = ['country', 'region', 'city', 'isp'] as const;
export type PlaceLevel = (typeof PLACE_LEVELS)[number];

/** How a provider names a place. */
export interface ProviderPlace {
  readonly level: PlaceLevel;
  /** ISO code in lower case of the country that it is in, or is. */
  readonly country: string;
  /** See `toPlaceKey`; empty for a country. */
  readonly key: string;
  /** The value of the template: its filters bring it into form. */
  readonly providerName: string;
}

/** By what two spellings of a place are the same: letters and digits, without accents and in lower case. */
export const toPlaceKey = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The names that a provider has for places. */
export class PlaceTable {
  readonly #levels: ReadonlySet<PlaceLevel>;
  readonly #names: ReadonlyMap<string, string>;

  /** @param levels those that are listed: of them there are no other places than these. */
  constructor(levels: Iterable<PlaceLevel>, places: Iterable<ProviderPlace>) {
    this.#levels = new Set(levels);
    this.#names = new Map(
      [...places].map(({ level, country, key, providerName }) => [
        toIndex(level, country, key),
        providerName,
      ]),
    );
  }

  /** @returns null for a place that is not listed; the name itself where no place of the level is. */
  translate(level: Exclude<PlaceLevel, 'country'>, country: string | null, name: string) {
    if (!this.#levels.has(level)) return name;
    if (country === null) return null;
    return this.#names.get(toIndex(level, country, toPlaceKey(name))) ?? null;
  }

  /** Countries that are not listed have their ISO codes: which of them are sold says the network. */
  translateCountry(code: string): string {
    return this.#names.get(toIndex('country', code, '')) ?? code;
  }
}

const toIndex = (level: PlaceLevel, country: string, key: string) => `${level}|${country}|${key}`;

export interface NetworkDefinition extends AccountDefinition {
  /** ISO codes in lower case; null is every country. */
  readonly countries: readonly string[] | null;
  /** What within a country the network is used for. */
  readonly targeting: NetworkTargeting;
  /** The provider's names for places; without it they are those of the request. */
  readonly places?: PlaceTable;
}

/** What customers may choose within a country; `asn` is a provider by the number of its network. */
export const NETWORK_TARGETS = ['region', 'city', 'isp', 'asn'] as const;
export type NetworkTarget = (typeof NETWORK_TARGETS)[number];
export type NetworkTargeting = Readonly<Record<NetworkTarget, boolean>>;

/** An account at a provider, limited to the places that the shop sells of it. */
export class UpstreamNetwork {
  readonly #account: UpstreamAccount;

  constructor(
    dialect: Dialect,
    private readonly definition: NetworkDefinition,
  ) {
    this.#account = new UpstreamAccount(dialect, definition);
  }

  /** Without {country} in its templates it has one country: whatever it sells is there. */
  get hasCountryWord(): boolean {
    return this.#account.has('country');
  }

  /** See `NetworkDefinition`; one of them serves a random location. */
  get countries(): readonly string[] | null {
    return this.definition.countries;
  }

  has(filter: NetworkTarget): boolean {
    return this.#account.has(filter);
  }

  render(wanted: UpstreamRequest): UpstreamCredentials {
    const asn = readAsNumber(wanted.isp);
    const request = { ...wanted, asn, isp: asn === null ? wanted.isp : null };
    for (const filter of NETWORK_TARGETS)
      if (request[filter] !== null && !this.definition.targeting[filter])
        throw new UnsupportedFilterError(
          filter,
          `This network is not used with targeting by ${filter}`,
        );
    const country = this.#toCountry(request);
    const { places } = this.definition;
    if (!places) return this.#account.render({ ...request, country });
    return this.#account.render({
      ...request,
      ...this.#toProviderNames(places, request, country),
      country: country && places.translateCountry(country),
    });
  }

  #toProviderNames(places: PlaceTable, request: UpstreamRequest, country: string | null) {
    const [only, ...others] = this.definition.countries ?? [];
    const where = country ?? (others.length === 0 ? (only ?? null) : null);
    const names = { region: request.region, city: request.city, isp: request.isp };
    for (const filter of ['region', 'city', 'isp'] as const) {
      const name = names[filter];
      if (name === null) continue;
      names[filter] = places.translate(filter, where, name);
      if (names[filter] === null)
        throw new UnsupportedFilterError(filter, `The provider does not list this ${filter}`);
    }
    return names;
  }

  #toCountry({ country, session }: UpstreamRequest): string | null {
    const { countries } = this.definition;
    if (country !== null && countries && !countries.includes(country))
      throw new UnsupportedFilterError('country', `This network does not sell ${country}`);
    if (!this.hasCountryWord && countries?.length === 1) return null;
    if (country !== null || !countries) return country;
    // Any country, of a network with some: the same one as long as the session lasts.
    const at = session ? parseInt(session.token.slice(0, 8), 16) : randomInt(2 ** 31);
    return countries[at % countries.length] ?? null;
  }
}
