
export interface PricingInfoData {
  currency: string;
  /** Naira for one US dollar. */
  exchange_rate: number;
  /** Whether the markup is enabled. */
  markup_enabled: boolean;
  /** Percent on top of the converted price; applies only when enabled. */
  markup_percentage: number;
  /** Largest top-up, whole naira. */
  maximum_topup: number;
  /** Smallest top-up, whole naira. */
  minimum_topup: number;
  symbol: string;
}
