import type { ProxyErrorReason } from './proxyErrorReason';

export interface UsageFailureResponse {
  /** What it means. */
  cause: string;
  count: number;
  /** What to do about it. */
  how_to_fix: string;
  /** When it was saved last, within seconds. */
  last_at: string;
  /** That of the header `X-Proxy-Error`. */
  reason: ProxyErrorReason;
  /** Name of the reason. */
  title: string;
}
