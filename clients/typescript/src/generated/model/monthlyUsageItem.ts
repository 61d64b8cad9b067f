
export interface MonthlyUsageItem {
  /** Short English month name. */
  month: string;
  period: string;
  /** Spent in the month, whole naira, net of refunds. */
  spending: number;
  /** Percent of the month's available traffic that was used, 0 to 100. */
  usage: number;
  /** MB of 2^20 bytes used in the month. */
  used_mb: number;
}
