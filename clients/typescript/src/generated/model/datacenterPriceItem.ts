
export interface DatacenterPriceItem {
  /** Two-letter code, lower case. */
  code: string;
  /** `id` of the country. */
  country_id: number;
  name: string;
  /** Whole naira for one address and the whole period. */
  price_per_unit: number;
  /** Number of available addresses. */
  quantity: number;
}
