
export interface UpdateNotificationsDto {
  /** Mail three days and one day before a proxy expires, and about automatic renewals. */
  expiry?: boolean;
  /** Mail when a purchase leaves less than the threshold in the wallet. */
  low_balance?: boolean;
  /**
   * Whole naira, 1 to 1,000,000.
   * @minimum 1
   * @maximum 1000000
   */
  low_balance_threshold?: number;
  /** Mail on a sign-in from a new device or network. */
  security?: boolean;
  /** Mail at 80, 95 and 100 percent of a proxy's traffic. */
  traffic?: boolean;
  /** Mail on Mondays about the week before: spending, top-ups, traffic and what expires soon. */
  weekly_summary?: boolean;
}
