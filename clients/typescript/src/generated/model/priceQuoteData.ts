
export interface PriceQuoteData {
  currency: string;
  /** Whole naira for one address and the whole period. */
  price_per_unit: number;
}
