/** Code in `X-Proxy-Error` and `reason` label of the rejection metric. */
export type ProxyErrorReason =
  | 'BAD_REQUEST'
  | 'AUTH_REQUIRED'
  | 'AUTH_FAILED'
  | 'QUOTA_EXCEEDED'
  | 'TARGET_BLOCKED'
  | 'PORT_BLOCKED'
  | 'PROXY_SUSPENDED'
  | 'PROXY_EXPIRED'
  | 'TOO_MANY_CONNECTIONS'
  | 'TARGET_UNREACHABLE'
  | 'NO_EXIT'
  | 'UPSTREAM_FAILED'
  | 'TARGET_TIMEOUT'
  | 'UNAVAILABLE';

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

interface ErrorFormat {
  status: number;
  statusText: string;
  socks: SocksReply;
  message: string;
}

/** Wire format of each refusal. */
export const PROXY_ERRORS: Record<ProxyErrorReason, ErrorFormat> = {
  BAD_REQUEST: {
    status: 400,
    statusText: 'Bad Request',
    socks: SocksReply.GeneralFailure,
    message: 'This is a proxy: send an absolute http:// address, CONNECT, or SOCKS5.',
  },
  AUTH_REQUIRED: {
    status: 407,
    statusText: 'Proxy Authentication Required',
    socks: SocksReply.NotAllowed,
    message: 'Send the username and password of your proxy.',
  },
  AUTH_FAILED: {
    status: 407,
    statusText: 'Proxy Authentication Required',
    socks: SocksReply.NotAllowed,
    message: 'The username or the password is wrong.',
  },
  QUOTA_EXCEEDED: {
    status: 402,
    statusText: 'Payment Required',
    socks: SocksReply.NotAllowed,
    message: 'The traffic of this proxy is used up.',
  },
  TARGET_BLOCKED: {
    status: 403,
    statusText: 'Forbidden',
    socks: SocksReply.NotAllowed,
    message: 'This target cannot be reached through the proxy.',
  },
  PORT_BLOCKED: {
    status: 403,
    statusText: 'Forbidden',
    socks: SocksReply.NotAllowed,
    message: 'This port cannot be reached through the proxy.',
  },
  PROXY_SUSPENDED: {
    status: 403,
    statusText: 'Forbidden',
    socks: SocksReply.NotAllowed,
    message: 'This proxy is suspended.',
  },
  PROXY_EXPIRED: {
    status: 410,
    statusText: 'Gone',
    socks: SocksReply.NotAllowed,
    message: 'This proxy has expired.',
  },
  TOO_MANY_CONNECTIONS: {
    status: 429,
    statusText: 'Too Many Requests',
    socks: SocksReply.GeneralFailure,
    message: 'Too many connections are open at once.',
  },
  TARGET_UNREACHABLE: {
    status: 502,
    statusText: 'Bad Gateway',
    socks: SocksReply.HostUnreachable,
    message: 'The target could not be reached.',
  },
  NO_EXIT: {
    status: 502,
    statusText: 'Bad Gateway',
    socks: SocksReply.GeneralFailure,
    message: 'No exit is available for this location.',
  },
  UPSTREAM_FAILED: {
    status: 502,
    statusText: 'Bad Gateway',
    socks: SocksReply.GeneralFailure,
    message: 'The exit did not accept the connection.',
  },
  TARGET_TIMEOUT: {
    status: 504,
    statusText: 'Gateway Timeout',
    socks: SocksReply.TtlExpired,
    message: 'The target did not answer in time.',
  },
  UNAVAILABLE: {
    status: 503,
    statusText: 'Service Unavailable',
    socks: SocksReply.GeneralFailure,
    message: 'The gateway cannot check credentials at the moment.',
  },
};

/** An expected refusal of a connection. Handlers render it; anything else thrown is a defect. */
export class ProxyError extends Error {
  override name = 'ProxyError';
  readonly #socks: SocksReply | undefined;

  /**
   * @param detail a sentence for the customer, instead of the reason's own; never a secret.
   * @param socks a SOCKS reply more exact than the reason's own.
   */
  constructor(
    readonly reason: ProxyErrorReason,
    detail?: string,
    socks?: SocksReply,
  ) {
    super(detail ?? PROXY_ERRORS[reason].message);
    this.#socks = socks;
  }

  get form(): ErrorFormat {
    return PROXY_ERRORS[this.reason];
  }

  get socksReply(): SocksReply {
    return this.#socks ?? this.form.socks;
  }
}
