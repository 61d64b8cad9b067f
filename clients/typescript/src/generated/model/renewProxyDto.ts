import type { DatacenterPeriod } from './datacenterPeriod';

export interface RenewProxyDto {
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
}
