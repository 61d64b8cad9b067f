import { ApiProperty } from '@nestjs/swagger';
import { ReversalResponse } from '../../wallet/statement/reversal.types';
import {
  PaymentReviewData,
  TRANSACTION_STATUSES,
  type TransactionStatus,
  type TransactionType,
} from '../../wallet/wallet.types';

/** Percent against 30 days ago, one decimal; null when there was nothing to compare with. */
export class DashboardChangesResponse {
  /** @example 12.5 */
  total_proxies: number | null;
  active_proxies: number | null;
  total_transactions: number | null;
  total_top_ups: number | null;
}

export class DashboardStatsData {
  total_proxies: number;
  active_proxies: number;
  total_transactions: number;
  /** Total top-ups, whole naira. @example 25000 */
  total_top_ups: number;
  /** @example ₦ */
  symbol: string;
  changes: DashboardChangesResponse;
}

export class MonthlyUsageItem {
  /** Short English month name. @example Jan */
  month: string;
  /** @example 2026-01 */
  period: string;
  /** Percent of the month's available traffic that was used, 0 to 100. @example 42.5 */
  usage: number;
  /** MB of 2^20 bytes used in the month. */
  used_mb: number;
  /** Spent in the month, whole naira, net of refunds. @example 24000 */
  spending: number;
}

export class MonthlyUsageData {
  /** Six months, oldest first, ending with the current one. */
  monthly_data: MonthlyUsageItem[];
  /** @example ₦ */
  symbol: string;
}

export class ActivityItem {
  id: number;
  reference: string;
  description: string;
  @ApiProperty({ enum: ['credit', 'debit'], enumName: 'TransactionType' })
  type: TransactionType;
  /** Whole naira, always positive; `type` has the direction. */
  amount: number;
  @ApiProperty({ enum: TRANSACTION_STATUSES, enumName: 'TransactionStatus' })
  status: TransactionStatus;
  /** Of a top-up whose money is under review; null otherwise. Do not pay it again. */
  review: PaymentReviewData | null;
  /** Refunds of a purchase and chargebacks of a top-up, oldest first. */
  reversals: ReversalResponse[];
  created_at: Date;
}

export class RecentActivityData {
  /** The five latest transactions, newest first. */
  recent_activity: ActivityItem[];
}

export class NextExpiryResponse {
  /** @example 12 */
  proxy_id: number;
  expires_at: Date;
  /** Whether it renews itself. */
  auto_renew: boolean;
  /** Those that end on the same day in Nigerian time, with this one. @example 31 */
  proxies: number;
  /** How many of them do not renew themselves. @example 30 */
  not_renewing: number;
}

export class LowTrafficResponse {
  /** Proxies in service that have used 80 percent of their traffic. @example 2 */
  proxies: number;
  /** The one that has used most of it. @example 12 */
  proxy_id: number;
}

export class OpenPaymentResponse {
  /** @example TOPUP1763600000000AB12 */
  reference: string;
  /** Whole naira. @example 20000 */
  amount: number;
  /** `pending` or `failed`. */
  @ApiProperty({ enum: TRANSACTION_STATUSES, enumName: 'TransactionStatus' })
  status: TransactionStatus;
  created_at: Date;
}

export class DashboardOverviewResponse {
  /** Whole naira, rounded down. @example 12500 */
  balance: number;
  /** MB of 2^20 bytes left of proxies in service; null without one that has a limit. @example 5120 */
  traffic_left_mb: number | null;
  /** Null while no proxy in service has used most of its traffic. */
  low_traffic: LowTrafficResponse | null;
  /** Refused requests of today in Nigerian time. @example 3 */
  failures_today: number;
  /** The latest top-up, when it is at most a week old and not paid. */
  open_payment: OpenPaymentResponse | null;
  /** Of the proxies in service, the one that ends next. */
  next_expiry: NextExpiryResponse | null;
  /** Whether traffic went through any of the proxies. */
  has_used_proxy: boolean;
}

export class PaymentDashboardData extends DashboardStatsData {
  /** Six months, oldest first, ending with the current one. */
  monthly_data: MonthlyUsageItem[];
  /** The five latest transactions, newest first. */
  recent_activity: ActivityItem[];
  overview: DashboardOverviewResponse;
}
