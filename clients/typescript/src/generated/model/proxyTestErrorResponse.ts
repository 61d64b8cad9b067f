import type { ProxyTestErrorCode } from './proxyTestErrorCode';

export interface ProxyTestErrorResponse {
  /** What happened. */
  cause: string;
  /** That of the gateway's header `X-Proxy-Error`, or what kept the test from an answer. */
  code: ProxyTestErrorCode;
  /** What to do about it. */
  how_to_fix: string;
}
