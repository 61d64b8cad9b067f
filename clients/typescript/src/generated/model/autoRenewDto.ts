import type { DatacenterPeriod } from './datacenterPeriod';

export interface AutoRenewDto {
  /** A datacenter proxy: the period in minutes. */
  duration_minutes?: DatacenterPeriod;
  /** Whether the proxy is renewed automatically; `gigabytes` or `duration_minutes` is required for that. */
  enabled: boolean;
  /**
   * A residential or mobile proxy: the traffic package in GB, one of `GET /pool/pricing`.
   * @minimum 1
   * @maximum 1000000
   */
  gigabytes?: number;
}
