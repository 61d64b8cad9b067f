import type { DatacenterPeriod } from './datacenterPeriod';
import type { Protocol } from './protocol';
import type { DatacenterProduct } from './datacenterProduct';

export interface BuyDatacenterDto {
  /**
   * `id` of a country from `GET /countries`.
   * @minimum 1
   * @maximum 2147483647
   */
  country_id: number;
  /** Period in minutes: 43200, 86400 or 129600. */
  duration_minutes: DatacenterPeriod;
  /** The total that you agreed to, in whole naira. If the price differs by now, nothing is bought and the
answer is 409 `PRICE_CHANGED`. */
  expected_total?: number;
  protocol: Protocol;
  proxy_type: DatacenterProduct;
  /**
   * How many addresses: 1 to 1000 and no more than the stock of the country.
   * @minimum 1
   * @maximum 1000
   */
  quantity: number;
}
