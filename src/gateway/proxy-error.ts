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
  socks: SocksReply;
  proxyStatus: ProxyStatusType;
  message: string;
}

const DENIED = { socks: SocksReply.NotAllowed, proxyStatus: 'http_request_denied' } as const;

/** Wire format of each refusal. */
export const PROXY_ERRORS: Record<ProxyErrorReason, ErrorFormat> = {
  BAD_REQUEST: {
    status: 400,
    socks: SocksReply.GeneralFailure,
    proxyStatus: 'http_request_error',
    message: 'This is a proxy: send an absolute http:// address, CONNECT, or SOCKS5.',
  },
  AUTH_REQUIRED: {
    ...DENIED,
    status: 407,
    message: 'Send the username and password of your proxy.',
  },
  AUTH_FAILED: { ...DENIED, status: 407, message: 'The username or the password is wrong.' },
  TOO_MANY_ATTEMPTS: {
    ...DENIED,
    status: 429,
    message: 'Too many wrong passwords came from this address.',
  },
  QUOTA_EXCEEDED: { ...DENIED, status: 402, message: 'The traffic of this proxy is used up.' },
  SUB_USER_LIMIT: {
    ...DENIED,
    status: 429,
    message: 'This sub-user has used up its traffic for today or this month.',
  },
  PLACE_NOT_INCLUDED: {
    ...DENIED,
    status: 402,
    message: 'The traffic of this proxy was not bought for this place.',
  },
  TARGET_BLOCKED: {
    status: 403,
    socks: SocksReply.NotAllowed,
    proxyStatus: 'destination_ip_prohibited',
    message: 'This target cannot be reached through the proxy.',
  },
  PORT_BLOCKED: {
    ...DENIED,
    status: 403,
    message: 'This port cannot be reached through the proxy.',
  },
  PROXY_SUSPENDED: { ...DENIED, status: 403, message: 'This proxy is suspended.' },
  PROXY_EXPIRED: { ...DENIED, status: 410, message: 'This proxy has expired.' },
  TOO_MANY_CONNECTIONS: {
    status: 429,
    socks: SocksReply.GeneralFailure,
    proxyStatus: 'connection_limit_reached',
    message: 'Too many connections are open at once.',
  },
  TARGET_UNREACHABLE: {
    status: 502,
    socks: SocksReply.HostUnreachable,
    proxyStatus: 'destination_unavailable',
    message: 'The target could not be reached.',
  },
  NO_EXIT: {
    status: 502,
    socks: SocksReply.GeneralFailure,
    proxyStatus: 'proxy_configuration_error',
    message: 'No exit is available for this location.',
  },
  UPSTREAM_FAILED: {
    status: 502,
    socks: SocksReply.GeneralFailure,
    proxyStatus: 'destination_unavailable',
    message: 'The exit did not accept the connection.',
  },
  TARGET_TIMEOUT: {
    status: 504,
    socks: SocksReply.TtlExpired,
    proxyStatus: 'connection_timeout',
    message: 'The target did not answer in time.',
  },
  UNAVAILABLE: {
    status: 503,
    socks: SocksReply.GeneralFailure,
    proxyStatus: 'proxy_internal_error',
    message: 'The gateway cannot check credentials at the moment.',
  },
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
