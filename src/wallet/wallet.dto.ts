import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsISO8601,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import {
  PageQuery,
  PaginationResponse,
  emptyFilterToUndefined,
} from '../common/http/pagination.dto';
import { PlainText, ToInteger } from '../common/http/fields';
import type { Money } from '../common/money/money';
import { isInvoiceable } from './invoices/invoice.entity';
import { toBatchId, type WalletTransaction } from './statement/wallet-transaction.entity';
import { spendingLeft } from './wallet.errors';
import {
  BATCH_ID,
  CURRENCY,
  CURRENCY_SYMBOL,
  hasReceipt,
  PaymentReviewData,
  toStoredStatus,
  TRANSACTION_STATUSES,
  type MemberSpendingState,
  type StatementLine,
  type TransactionStatus,
  type TransactionType,
} from './wallet.types';
import { ReversalResponse } from './statement/reversal.types';

export class BalanceData {
  /** Whole naira, rounded down. @example 5000 */
  balance: number;
  /** @example NGN */
  currency: string;
  /** @example ₦ */
  symbol: string;
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

export class StatsQuery {
  /** Month, 1 to 12. Defaults to the current month. */
  @IsOptional()
  @ToInteger()
  @IsInt()
  @Min(1)
  @Max(12)
  month?: number;

  /** Defaults to the current year. */
  @IsOptional()
  @ToInteger()
  @IsInt()
  @Min(2000)
  @Max(2100)
  year?: number;
}

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

const DAY = /^[1-9]\d{3}-\d\d-\d\d$/;
const UNUSABLE_DAY = { message: 'Enter a date such as 2026-03-31' };

export class StatementQuery extends PageQuery {
  @ApiProperty({ enum: TRANSACTION_STATUSES, enumName: 'TransactionStatus', required: false })
  @IsOptional()
  @Transform((params) => toStoredStatus(emptyFilterToUndefined(params)))
  @IsIn(TRANSACTION_STATUSES)
  status?: TransactionStatus;

  /** Substring of the reference, the description or the type. */
  @IsOptional()
  @PlainText()
  @IsString()
  @MaxLength(100)
  search?: string;

  /**
   * `batch` shows transactions made together as one: the newest of those that match, with `batch`. The pagination counts
   * each batch once.
   */
  @ApiProperty({ enum: ['batch'], enumName: 'TransactionGrouping', required: false })
  @IsOptional()
  @IsIn(['batch'])
  group?: 'batch';

  /** Only the transactions of the batch with this `batch_id`. */
  @IsOptional()
  @Matches(BATCH_ID, { message: 'batch must be a batch_id' })
  @IsString()
  batch?: string;

  /** First day of the period, in Nigerian time; from the first transaction on when left out. @example 2026-03-01 */
  @IsOptional()
  @Matches(DAY, UNUSABLE_DAY)
  @IsISO8601({ strict: true }, UNUSABLE_DAY)
  from?: string;

  /** Last day, inclusive; up to now when left out. @example 2026-03-31 */
  @IsOptional()
  @Matches(DAY, UNUSABLE_DAY)
  @IsISO8601({ strict: true }, UNUSABLE_DAY)
  to?: string;
}

export class StatementExportQuery {
  /** First day, in Nigerian time. @example 2026-03-01 */
  @Matches(DAY, UNUSABLE_DAY)
  @IsISO8601({ strict: true }, UNUSABLE_DAY)
  from: string;

  /** Last day, inclusive. @example 2026-03-31 */
  @Matches(DAY, UNUSABLE_DAY)
  @IsISO8601({ strict: true }, UNUSABLE_DAY)
  to: string;
}

export class RecentQuery {
  /** Number of rows, 1 to 50. Defaults to 6. @example 6 */
  @IsOptional()
  @ToInteger()
  @IsInt()
  @Min(1)
  @Max(50)
  limit?: number;
}

/** Transactions made together. */
export class TransactionBatchResponse {
  /** @example Renewal of 12 proxies */
  description: string;
  /** @example 12 */
  transactions: number;
  /** Whole naira of all of them. @example 38400 */
  amount: number;
  @ApiProperty({
    enum: TRANSACTION_STATUSES,
    enumName: 'TransactionStatus',
    nullable: true,
    description: 'Of all of them; null when they differ.',
  })
  status: TransactionStatus | null;
  /** Whether `POST /user/invoices` accepts any of them: they have one invoice. */
  can_invoice: boolean;
}

export class TransactionResponse {
  id: number;
  /** @example TOPUP1763600000000AB12CD */
  reference: string;
  description: string;
  @ApiProperty({ enum: ['credit', 'debit'], enumName: 'TransactionType' })
  type: TransactionType;
  /** Whole naira, always positive; `type` has the direction. @example 5000 */
  amount: number;
  /** The same in naira and kobo. @example 5000.00 */
  exact_amount: string;
  /** @example NGN */
  currency: string;
  @ApiProperty({ enum: TRANSACTION_STATUSES, enumName: 'TransactionStatus' })
  status: TransactionStatus;
  /** Payment method; null until known. */
  payment_method: string | null;
  /** Whether there is something to verify with `GET /payments/verify`: a pending top-up that is not under review. */
  can_verify: boolean;
  /** Of a top-up whose money is under review; null otherwise. Do not pay it again. */
  review: PaymentReviewData | null;
  /** Refunds of a purchase and chargebacks of a top-up, oldest first. */
  reversals: ReversalResponse[];
  /** Whether `GET /payments/transactions/{id}/receipt` has a receipt for it. */
  has_receipt: boolean;
  /** Whether `POST /user/invoices` accepts it: a completed purchase, renewal or addition of traffic. */
  can_invoice: boolean;
  created_at: Date;
  /** When it was settled or closed. */
  processed_at: Date | null;
  /** Of a renewal made together with others, the `batch_id` that the renewals were sent with; null otherwise. */
  batch_id: string | null;
  /** With `group=batch`, what the batch of several transactions comes to; null otherwise. */
  batch: TransactionBatchResponse | null;
}

export class TransactionListData {
  transactions: TransactionResponse[];
  pagination: PaginationResponse;
  /** Naira and kobo at the start of the period, 0.00 without `from`; `status` and `search` do not change it. @example 3400.00 */
  opening_balance: string;
  /**
   * Naira and kobo at the end of the period, by now without `to`: the opening balance and the exact amounts of all
   * `successful` and `refunded` transactions of the period, on all its pages. @example 8400.00
   */
  closing_balance: string;
}

export class RecentTransactionsData {
  transactions: TransactionResponse[];
}

export const toBalance = (balance: Money): BalanceData => ({
  balance: balance.toNairaFloor(),
  currency: CURRENCY,
  symbol: CURRENCY_SYMBOL,
});

/** A statement line with what its batch is read from. */
export type ListedLine = StatementLine & Pick<WalletTransaction, 'metadata'>;

const toLimit = (limit: Money | null, spent: Money): SpendingLimitResponse | null =>
  limit && {
    limit: limit.toNairaFloor(),
    spent: spent.toNairaCeil(),
    left: spendingLeft(limit, spent),
  };

/** Null without a limit. */
export function toSpendingLimits(state: MemberSpendingState | null): SpendingLimitsResponse | null {
  const today = state && toLimit(state.dailyLimit, state.spentToday);
  const this_month = state && toLimit(state.monthlyLimit, state.spentThisMonth);
  return today || this_month ? { today, this_month } : null;
}

export const toTransaction = (
  line: ListedLine,
  review: PaymentReviewData | null = null,
  batch: TransactionBatchResponse | null = null,
  reversals: ReversalResponse[] = [],
): TransactionResponse => ({
  id: line.id,
  reference: line.reference,
  description: line.description,
  type: line.type,
  amount: line.amount.toNaira(),
  exact_amount: line.amount.toDecimalString(),
  currency: line.currency,
  status: line.status,
  payment_method: line.paymentMethod,
  can_verify: line.purpose === 'topup' && line.status === 'pending' && !review,
  review,
  reversals,
  has_receipt: hasReceipt(line.purpose, line.status),
  can_invoice: isInvoiceable(line.purpose, line.status),
  created_at: line.createdAt,
  processed_at: line.processedAt,
  batch_id: toBatchId(line),
  batch,
});
