
export interface PaymentStatsData {
  /** Spent per month since the first purchase, whole naira. */
  average_monthly_spending: number;
  /** Transactions that succeeded or failed, of all time; 0 when the success rate means nothing yet. */
  finished_transactions: number;
  /** Percent of the finished transactions that succeeded, one decimal; 0 when none has finished. */
  success_rate: number;
  symbol: string;
  /** Spent in the requested month, whole naira. */
  this_month_spending: number;
  /** Total top-ups, whole naira. */
  total_top_ups: number;
}
