import { ok } from '../../common/http/envelope.response';
import type { Money } from '../../common/money/money';
import { spendingLeft } from '../member-spending/spending-left';
import {
  CURRENCY,
  CURRENCY_SYMBOL,
  type MemberSpendingState,
  type WalletStats,
} from '../wallet.types';

export class BalanceData {
  /** Whole naira, rounded down. @example 5000 */
  balance: number;
  /** @example NGN */
  currency: string;
  /** @example ₦ */
  symbol: string;
}

export class BalanceResponse {
  success: boolean;
  data: BalanceData;
}

export class SpendingLimitResponse {
  /** Whole naira. @example 20000 */
  limit: number;
  /** What your purchases have cost, less refunds, in whole naira. @example 7500 */
  spent: number;
  /** Whole naira; 0 when the limit is reached. @example 12500 */
  left: number;
}

/** What the owner of the account lets you spend as a member of the team. */
export class SpendingLimitsResponse {
  /** From midnight to midnight in Lagos; null without a limit. */
  today: SpendingLimitResponse | null;
  /** Of the calendar month in Lagos; null without a limit. */
  this_month: SpendingLimitResponse | null;
}

export class WalletData extends BalanceData {
  /** Owed after a chargeback, whole naira rounded up; later credits repay it first. @example 0 */
  owed: number;
  /** Spent in the current month, whole naira. */
  this_month: number;
  /** Total top-ups, whole naira. */
  total_top_ups: number;
  /** Spent per month since the first purchase, whole naira. */
  average_monthly: number;
  /** Null for the owner of the account, and for a member of the team who has no limit or may not buy. */
  spending_limits: SpendingLimitsResponse | null;
}

export class WalletResponse {
  success: boolean;
  data: WalletData;
}

const balanceData = (balance: Money): BalanceData => ({
  balance: balance.toNairaFloor(),
  currency: CURRENCY,
  symbol: CURRENCY_SYMBOL,
});

export const toBalanceResponse = (balance: Money): BalanceResponse => ok(balanceData(balance));

const toLimit = (limit: Money | null, spent: Money): SpendingLimitResponse | null =>
  limit && {
    limit: limit.toNairaFloor(),
    spent: spent.toNairaCeil(),
    left: spendingLeft(limit, spent),
  };

const toSpendingLimits = ({
  dailyLimit,
  monthlyLimit,
  spentToday,
  spentThisMonth,
}: MemberSpendingState): SpendingLimitsResponse | null =>
  dailyLimit || monthlyLimit
    ? { today: toLimit(dailyLimit, spentToday), this_month: toLimit(monthlyLimit, spentThisMonth) }
    : null;

export const toWalletResponse = (
  balance: Money,
  owed: Money,
  stats: WalletStats,
  member: MemberSpendingState | null,
): WalletResponse =>
  ok({
    ...balanceData(balance),
    owed: owed.toNairaCeil(),
    this_month: stats.thisMonthSpending.toNaira(),
    total_top_ups: stats.totalTopUps.toNaira(),
    average_monthly: stats.averageMonthlySpending.toNaira(),
    spending_limits: member && toSpendingLimits(member),
  });
