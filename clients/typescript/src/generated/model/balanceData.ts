
export interface BalanceData {
  /** Whole naira, rounded down. */
  balance: number;
  currency: string;
  symbol: string;
}
