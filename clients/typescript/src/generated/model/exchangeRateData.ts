
export interface ExchangeRateData {
  /** Naira for one US dollar. */
  exchange_rate: number;
}
