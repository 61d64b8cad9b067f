import { RenderError, TemplateError, UnsupportedFilterError } from './dialect-error';
import {
  type Dialect,
  TARGETING_FILTERS,
  type TargetingFilter,
  type TemplateValue,
} from './dialect.types';
import { renderTemplate } from './render-template';
import { deriveSession, isSession, writeSession } from './session-id';
import { findValues, parseTemplate, type Template } from './template';

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

  /** @throws TemplateFieldError for a template or an account name that cannot be used. */
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

  /**
   * @throws UnsupportedFilterError when the account's templates cannot express the request in full.
   * @throws RenderError for credentials of more than 255 bytes.
   */
  render(request: UpstreamRequest): UpstreamCredentials {
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
