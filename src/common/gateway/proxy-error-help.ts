import type { ProxyErrorReason } from './proxy-error-reason';

/** For the customer: what a refusal means, and what to do about it. */
export interface ProxyErrorHelp {
  readonly cause: string;
  readonly howToFix: string;
}

/** The one table of these texts: the tester and the failures of a proxy read it. */
export const PROXY_ERROR_HELP: Readonly<Record<ProxyErrorReason, ProxyErrorHelp>> = {
  BAD_REQUEST: {
    cause: 'Your program sent something that is no request to a proxy.',
    howToFix:
      'Enter the address as an HTTP or SOCKS5 proxy in your program. Do not open it like a website.',
  },
  AUTH_REQUIRED: {
    cause: 'Your program sent no username and password.',
    howToFix:
      'Enter the username and password of the proxy, or allow your address so that none are needed.',
  },
  AUTH_FAILED: {
    cause: 'The username or password is wrong, or the username names a place that was not bought.',
    howToFix:
      'Copy the username and password again. If you changed the place in the username, choose one within what you bought.',
  },
  TOO_MANY_ATTEMPTS: {
    cause: 'Too many wrong passwords came from one address within a minute.',
    howToFix: 'Correct the password in every program that uses it, then wait a minute.',
  },
  QUOTA_EXCEEDED: {
    cause: 'The traffic of this proxy is used up.',
    howToFix: 'Add traffic or renew the proxy. Your username and password stay the same.',
  },
  TARGET_BLOCKED: {
    cause: 'The website or address cannot be reached through our proxies.',
    howToFix: 'Use another target. If you think that it is blocked by mistake, contact support.',
  },
  PORT_BLOCKED: {
    cause: 'The port cannot be reached through our proxies; those for sending mail are closed.',
    howToFix: 'Use a port of the web, such as 80 or 443.',
  },
  PROXY_SUSPENDED: {
    cause: 'This proxy is suspended.',
    howToFix: 'Contact support to learn why.',
  },
  PROXY_EXPIRED: {
    cause: 'The time of this proxy is over.',
    howToFix: 'Renew the proxy, and switch automatic renewal on to keep it without a gap.',
  },
  TOO_MANY_CONNECTIONS: {
    cause: 'Your programs had more connections open at once than allowed.',
    howToFix: 'Lower the number of threads, or close connections that you no longer need.',
  },
  TARGET_UNREACHABLE: {
    cause: 'The target does not exist or does not take connections.',
    howToFix: 'Check the spelling of its address, and whether it opens without the proxy.',
  },
  NO_EXIT: {
    cause: 'No address was available at the place that you use.',
    howToFix: 'Try again in a few minutes, or choose a wider place, such as the whole country.',
  },
  UPSTREAM_FAILED: {
    cause: 'The address that your traffic leaves from did not take the connection.',
    howToFix: 'Try again. With a sticky session, rotate it to get another address.',
  },
  TARGET_TIMEOUT: {
    cause: 'The target did not answer in time.',
    howToFix: 'Try again, and raise the timeout of your program to at least 30 seconds.',
  },
  UNAVAILABLE: {
    cause: 'Our gateway could not serve the connection for a moment. Your proxy is in order.',
    howToFix: 'Try again in a minute. If it lasts, contact support.',
  },
};
