
export interface TrafficPriceItem {
  /** Price of the package, whole naira. */
  price: number;
  /** GB in the package, as a string. */
  traffic: string;
  /** Days the traffic may be used. */
  validity_days: number;
}
