import { ok } from '../../../common/http/envelope.response';
import { CURRENCY_SYMBOL, type WalletStats } from '../../wallet.types';

export class PaymentStatsData {
  /** Spent in the requested month, whole naira. */
  this_month_spending: number;
  /** Total top-ups, whole naira. */
  total_top_ups: number;
  /** Percent of the finished transactions that succeeded, one decimal; 0 when none has finished. @example 97.5 */
  success_rate: number;
  /** Transactions that succeeded or failed, of all time; 0 when the success rate means nothing yet. */
  finished_transactions: number;
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
    finished_transactions: stats.finishedTransactions,
    average_monthly_spending: stats.averageMonthlySpending.toNaira(),
    symbol: CURRENCY_SYMBOL,
  });
