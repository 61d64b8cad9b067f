
export interface SpendingLimitResponse {
  /** Whole naira; 0 when the limit is reached. */
  left: number;
  /** Whole naira. */
  limit: number;
  /** What your purchases have cost, less refunds, in whole naira. */
  spent: number;
}
