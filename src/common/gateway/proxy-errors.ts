/** Codes of the gateway in `X-Proxy-Error`. Persisted with the failures of proxies: never rename one. */
export const PROXY_ERROR_REASONS = [
  'BAD_REQUEST',
  'AUTH_REQUIRED',
  'AUTH_FAILED',
  'TOO_MANY_ATTEMPTS',
  'QUOTA_EXCEEDED',
  'SUB_USER_LIMIT',
  'PLACE_NOT_INCLUDED',
  'TARGET_BLOCKED',
  'PORT_BLOCKED',
  'PROXY_SUSPENDED',
  'PROXY_EXPIRED',
  'TOO_MANY_CONNECTIONS',
  'TARGET_UNREACHABLE',
  'NO_EXIT',
  'UPSTREAM_FAILED',
  'TARGET_TIMEOUT',
  'UNAVAILABLE',
] as const;
export type ProxyErrorReason = (typeof PROXY_ERROR_REASONS)[number];

export const isProxyErrorReason = (text: string): text is ProxyErrorReason =>
  (PROXY_ERROR_REASONS as readonly string[]).includes(text);

/** For the customer: what a refusal means, and what to do about it. */
export interface ProxyErrorHelp {
  readonly cause: string;
  readonly howToFix: string;
}

/** With a name for lists. */
export interface NamedProxyErrorHelp extends ProxyErrorHelp {
  readonly title: string;
}

/** The one table of these texts: the tester and the failures of a proxy read it. */
export const PROXY_ERROR_HELP: Readonly<Record<ProxyErrorReason, NamedProxyErrorHelp>> = {
  BAD_REQUEST: {
    title: 'Not a proxy request',
    cause: 'Your program sent something that is no request to a proxy.',
    howToFix:
      'Enter the address as an HTTP or SOCKS5 proxy in your program. Do not open it like a website.',
  },
  AUTH_REQUIRED: {
    title: 'No username and password',
    cause: 'Your program sent no username and password.',
    howToFix:
      'Enter the username and password of the proxy, or allow your address so that none are needed.',
  },
  AUTH_FAILED: {
    title: 'Wrong username, password or place',
    cause: 'The username or password is wrong, or the username names a place that was not bought.',
    howToFix:
      'Copy the username and password again. If you changed the place in the username, choose one within what you bought.',
  },
  TOO_MANY_ATTEMPTS: {
    title: 'Too many wrong passwords',
    cause: 'Too many wrong passwords came from one address within a minute.',
    howToFix: 'Correct the password in every program that uses it, then wait a minute.',
  },
  QUOTA_EXCEEDED: {
    title: 'Traffic used up',
    cause: 'The traffic of this proxy is used up.',
    howToFix: 'Add traffic or renew the proxy. Your username and password stay the same.',
  },
  SUB_USER_LIMIT: {
    title: 'Limit for today or this month reached',
    cause: 'The sub-user has carried all the traffic that it may today or this month.',
    howToFix:
      'Raise its limit on the page of the proxy, or wait for midnight in Lagos or the first of the month.',
  },
  PLACE_NOT_INCLUDED: {
    title: 'Place not included',
    cause: 'The place that you use costs more than what you bought, or is not on sale any more.',
    howToFix:
      'Choose a place that is included, or pay the difference for this one in Proxy Configuration.',
  },
  TARGET_BLOCKED: {
    title: 'Target not allowed',
    cause: 'The website or address cannot be reached through our proxies.',
    howToFix: 'Use another target. If you think that it is blocked by mistake, contact support.',
  },
  PORT_BLOCKED: {
    title: 'Port not allowed',
    cause: 'The port cannot be reached through our proxies; those for sending mail are closed.',
    howToFix: 'Use a port of the web, such as 80 or 443.',
  },
  PROXY_SUSPENDED: {
    title: 'Proxy suspended',
    cause: 'This proxy is suspended.',
    howToFix:
      'If you suspended it yourself, resume it on its page. Otherwise contact support to learn why.',
  },
  PROXY_EXPIRED: {
    title: 'Proxy expired',
    cause: 'The time of this proxy is over.',
    howToFix: 'Renew the proxy, and switch automatic renewal on to keep it without a gap.',
  },
  TOO_MANY_CONNECTIONS: {
    title: 'Too many connections',
    cause: 'Your programs had more connections open at once than allowed.',
    howToFix: 'Lower the number of threads, or close connections that you no longer need.',
  },
  TARGET_UNREACHABLE: {
    title: 'Target not reachable',
    cause: 'The target does not exist or does not take connections.',
    howToFix: 'Check the spelling of its address, and whether it opens without the proxy.',
  },
  NO_EXIT: {
    title: 'No address at this place',
    cause: 'No address was available at the place that you use.',
    howToFix: 'Try again in a few minutes, or choose a wider place, such as the whole country.',
  },
  UPSTREAM_FAILED: {
    title: 'Exit did not connect',
    cause: 'The address that your traffic leaves from did not take the connection.',
    howToFix: 'Try again. With a sticky session, rotate it to get another address.',
  },
  TARGET_TIMEOUT: {
    title: 'Target too slow',
    cause: 'The target did not answer in time.',
    howToFix: 'Try again, and raise the timeout of your program to at least 30 seconds.',
  },
  UNAVAILABLE: {
    title: 'Gateway busy or restarting',
    cause: 'Our gateway could not serve the connection for a moment. Your proxy is in order.',
    howToFix: 'Try again in a minute. If it lasts, contact support.',
  },
};
