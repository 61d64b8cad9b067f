import type { DatacenterPeriod } from './datacenterPeriod';
import type { DatacenterProduct } from './datacenterProduct';

export interface PriceQuoteDto {
  /**
   * `id` of a country from `GET /countries`.
   * @minimum 1
   * @maximum 2147483647
   */
  country_id: number;
  /** Period in minutes: 43200, 86400 or 129600. */
  duration_minutes: DatacenterPeriod;
  proxy_type: DatacenterProduct;
}
