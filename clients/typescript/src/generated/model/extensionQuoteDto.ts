import type { DatacenterPeriod } from './datacenterPeriod';
import type { ExtensionKind } from './extensionKind';

export interface ExtensionQuoteDto {
  /** A datacenter proxy: the period in minutes. */
  duration_minutes?: DatacenterPeriod;
  /** The total that you agreed to, in whole naira. If the price differs by now, nothing is charged and the
answer is 409 `PRICE_CHANGED`. */
  expected_total?: number;
  /**
   * A residential or mobile proxy: the traffic package in GB, one of `GET /pool/pricing`.
   * @minimum 1
   * @maximum 1000000
   */
  gigabytes?: number;
  /** `traffic` for added traffic; a renewal when left out. */
  order?: ExtensionKind;
  /**
   * `id` of one of your proxies.
   * @minimum 1
   * @maximum 2147483647
   */
  proxy_id: number;
}
