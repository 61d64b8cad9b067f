import { ok } from '../../common/http/envelope.response';
import type { Money } from '../../common/money/money';
import { CURRENCY, CURRENCY_SYMBOL, type WalletStats } from '../wallet.types';

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

export class WalletData extends BalanceData {
  /** Owed after a chargeback, whole naira rounded up; later credits repay it first. @example 0 */
  owed: number;
  /** Spent in the current month, whole naira. */
  this_month: number;
  /** Total top-ups, whole naira. */
  total_top_ups: number;
  /** Spent per month since the first purchase, whole naira. */
  average_monthly: number;
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

export const toWalletResponse = (balance: Money, owed: Money, stats: WalletStats): WalletResponse =>
  ok({
    ...balanceData(balance),
    owed: owed.toNairaCeil(),
    this_month: stats.thisMonthSpending.toNaira(),
    total_top_ups: stats.totalTopUps.toNaira(),
    average_monthly: stats.averageMonthlySpending.toNaira(),
  });
