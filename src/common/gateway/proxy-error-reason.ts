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
