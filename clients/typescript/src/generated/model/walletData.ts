import type { WalletDataSpendingLimits } from './walletDataSpendingLimits';

export interface WalletData {
  /** Spent per month since the first purchase, whole naira. */
  average_monthly: number;
  /** Whole naira, rounded down. */
  balance: number;
  currency: string;
  /** Owed after a chargeback, whole naira rounded up; later credits repay it first. */
  owed: number;
  /**
   * Null for the owner of the account, and for a member of the team who has no limit or may not buy.
   * @nullable
   */
  spending_limits: WalletDataSpendingLimits;
  symbol: string;
  /** Spent in the current month, whole naira. */
  this_month: number;
  /** Total top-ups, whole naira. */
  total_top_ups: number;
}
