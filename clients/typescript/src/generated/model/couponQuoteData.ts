
export interface CouponQuoteData {
  /** What the code adds, whole naira. */
  bonus: number;
  /** What the wallet gets in all, whole naira. */
  credited: number;
}
