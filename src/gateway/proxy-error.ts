import type { ProxyErrorReason } from '../common/gateway/proxy-errors';

/** Code in `X-Proxy-Error` and `reason` label of the rejection metric. */
export type { ProxyErrorReason };

/** Reply codes of RFC 1928 §6. */
export enum SocksReply {
  Succeeded = 0,
  GeneralFailure = 1,
  NotAllowed = 2,
  HostUnreachable = 4,
  ConnectionRefused = 5,
  TtlExpired = 6,
  CommandNotSupported = 7,
  AddressNotSupported = 8,
}

/** Error types of RFC 9209 §2.3. */
export type ProxyStatusType =
  | 'dns_error'
  | 'destination_unavailable'
  | 'destination_ip_prohibited'
  | 'connection_refused'
  | 'connection_terminated'
  | 'connection_timeout'
  | 'connection_limit_reached'
  | 'http_request_error'
  | 'http_request_denied'
  | 'http_response_timeout'
  | 'http_protocol_error'
  | 'proxy_internal_error'
  | 'proxy_configuration_error';

interface ErrorFormat {
  status: number;
  message: string;
  socks: SocksReply;
  proxyStatus: ProxyStatusType;
}

const form = (
  status: number,
  message: string,
  socks = SocksReply.NotAllowed,
  proxyStatus: ProxyStatusType = 'http_request_denied',
): ErrorFormat => ({ status, message, socks, proxyStatus });

const { NotAllowed, GeneralFailure, HostUnreachable, TtlExpired } = SocksReply;
const NOT_A_REQUEST = 'This is a proxy: send an absolute http:// address, CONNECT, or SOCKS5.';

/** Wire format of each refusal. */
export const PROXY_ERRORS: Record<ProxyErrorReason, ErrorFormat> = {
  BAD_REQUEST: form(400, NOT_A_REQUEST, GeneralFailure, 'http_request_error'),
  AUTH_REQUIRED: form(407, 'Send the username and password of your proxy.'),
  AUTH_FAILED: form(407, 'The username or the password is wrong.'),
  TOO_MANY_ATTEMPTS: form(429, 'Too many wrong passwords came from this address.'),
  QUOTA_EXCEEDED: form(402, 'The traffic of this proxy is used up.'),
  SUB_USER_LIMIT: form(429, 'This sub-user has used up its traffic for today or this month.'),
  PLACE_NOT_INCLUDED: form(402, 'The traffic of this proxy was not bought for this place.'),
  TARGET_BLOCKED: form(
    403,
    'This target cannot be reached through the proxy.',
    NotAllowed,
    'destination_ip_prohibited',
  ),
  PORT_BLOCKED: form(403, 'This port cannot be reached through the proxy.'),
  PROXY_SUSPENDED: form(403, 'This proxy is suspended.'),
  PROXY_EXPIRED: form(410, 'This proxy has expired.'),
  TOO_MANY_CONNECTIONS: form(
    429,
    'Too many connections are open at once.',
    GeneralFailure,
    'connection_limit_reached',
  ),
  TARGET_UNREACHABLE: form(
    502,
    'The target could not be reached.',
    HostUnreachable,
    'destination_unavailable',
  ),
  NO_EXIT: form(
    502,
    'No exit is available for this location.',
    GeneralFailure,
    'proxy_configuration_error',
  ),
  UPSTREAM_FAILED: form(
    502,
    'The exit did not accept the connection.',
    GeneralFailure,
    'destination_unavailable',
  ),
  TARGET_TIMEOUT: form(504, 'The target did not answer in time.', TtlExpired, 'connection_timeout'),
  UNAVAILABLE: form(
    503,
    'The gateway cannot check credentials at the moment.',
    GeneralFailure,
    'proxy_internal_error',
  ),
};

/** An expected refusal of a connection. Handlers render it; anything else thrown is a defect. */
export class ProxyError extends Error {
  override name = 'ProxyError';
  readonly #socks: SocksReply | undefined;
  readonly #proxyStatus: ProxyStatusType | undefined;

  /**
   * @param detail a sentence for the customer, instead of the reason's own; never a secret.
   * @param socks a SOCKS reply more exact than the reason's own.
   * @param proxyStatus an error type more exact than the reason's own.
   */
  constructor(
    readonly reason: ProxyErrorReason,
    detail?: string,
    socks?: SocksReply,
    proxyStatus?: ProxyStatusType,
  ) {
    super(detail ?? PROXY_ERRORS[reason].message);
    this.#socks = socks;
    this.#proxyStatus = proxyStatus;
  }

  get form(): ErrorFormat {
    return PROXY_ERRORS[this.reason];
  }

  /** For the field `Proxy-Status` (RFC 9209). */
  get proxyStatus(): ProxyStatusType {
    return this.#proxyStatus ?? this.form.proxyStatus;
  }

  get socksReply(): SocksReply {
    return this.#socks ?? this.form.socks;
  }
}

/** The arguments of an error for a target that refuses connections. */
export const CONNECTION_REFUSED = [
  ...(['TARGET_UNREACHABLE', 'The target refused the connection.'] as const),
  ...([SocksReply.ConnectionRefused, 'connection_refused'] as const),
] as const;

/** What is no request that the gateway may pass on; the client's connection ends with the response. */
export class MalformedRequest extends ProxyError {
  constructor(
    message: string,
    private readonly status: 400 | 414 | 431,
  ) {
    super('BAD_REQUEST', message);
  }

  override get form(): ErrorFormat {
    return { ...super.form, status: this.status };
  }
}

/** After wrong passwords; the client's connection ends with the response. */
export class TooManyAttempts extends ProxyError {
  constructor(readonly retryAfterSeconds: number) {
    super(
      'TOO_MANY_ATTEMPTS',
      `Too many wrong passwords came from this address. Check the password, and try again in ${retryAfterSeconds} seconds.`,
    );
  }
}
