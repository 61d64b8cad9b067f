import type { ProxyTestDataError } from './proxyTestDataError';

export interface ProxyTestData {
  /**
   * Country of the address by a public table; null when the table has no such address.
   * @nullable
   */
  country_found: string | null;
  /** Country bought, or asked for; `zz` is any. */
  country_sold: string;
  /**
   * Null when the proxy works.
   * @nullable
   */
  error: ProxyTestDataError;
  /**
   * Address that targets see; null when the test failed.
   * @nullable
   */
  exit_ip: string | null;
  /**
   * Milliseconds until the whole answer was there, as measured from our server.
   * @nullable
   */
  latency_ms: number | null;
  /** Whether the proxy works. */
  ok: boolean;
}
