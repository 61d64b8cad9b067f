import type { Protocol } from './protocol';
import type { PoolProxyType } from './poolProxyType';
import type { SessionTtl } from './sessionTtl';

export interface BuyProxiesDto {
  /**
   * City code; null, empty or `zz` for any.
   * @nullable
   */
  city?: string | null;
  /** Country code from `GET /pool/countries`, or `zz` for any. */
  country: string;
  /** The total that you agreed to, in whole naira. If the price differs by now, nothing is bought and the
answer is 409 `PRICE_CHANGED`. */
  expected_total?: number;
  /**
   * ISP code; null, empty or `zz` for any.
   * @nullable
   */
  isp?: string | null;
  protocol: Protocol;
  proxy_type: PoolProxyType;
  /**
   * Region code; null, empty or `zz` for any.
   * @nullable
   */
  region?: string | null;
  /**
   * The traffic package in GB, despite the historical name; one of `GET /pool/pricing`, as a
number or a string. 1 GB is 2^30 bytes (1024 MB of 2^20 bytes).
   * @minimum 1
   * @maximum 1000000
   */
  traffic_limit_mb: number;
  ttl_minutes: SessionTtl;
}
