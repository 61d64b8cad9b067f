import { ok } from '../../../common/http/envelope.response';
import { CURRENCY_SYMBOL, type WalletStats } from '../../wallet.types';

export class PaymentStatsData {
  /** Spent in the requested month, whole naira. */
  this_month_spending: number;
  /** Total top-ups, whole naira. */
  total_top_ups: number;
  /** Percent of the finished transactions that succeeded, one decimal. @example 97.5 */
  success_rate: number;
  /** Spent per month since the first purchase, whole naira. */
  average_monthly_spending: number;
  /** @example ₦ */
  symbol: string;
}

export class PaymentStatsResponse {
  success: boolean;
  data: PaymentStatsData;
}

export const toPaymentStatsResponse = (stats: WalletStats): PaymentStatsResponse =>
  ok({
    this_month_spending: stats.thisMonthSpending.toNaira(),
    total_top_ups: stats.totalTopUps.toNaira(),
    success_rate: stats.successRate,
    average_monthly_spending: stats.averageMonthlySpending.toNaira(),
    symbol: CURRENCY_SYMBOL,
  });
