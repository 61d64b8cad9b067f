import { ApiProperty } from '@nestjs/swagger';
import { PaginationResponse, emptyFilterToUndefined } from '../../common/http/pagination.dto';
import { ORDER_STATUSES, type OrderStatus } from '../../proxies/proxy.types';
import { AdminReversalResponse } from '../../wallet/statement/reversal.types';
import {
  TRANSACTION_STATUSES,
  type TransactionStatus,
  type TransactionType,
  toStoredStatus,
} from '../../wallet/wallet.types';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional } from 'class-validator';
import { ATTENTIONS, type Attention } from '../attention';
import { SHEET_FORMATS, type SheetFormat } from '../exports/sheet-file';
import { SortedListQuery } from '../paging/paging.dto';

export class AdminTransactionUser {
  id: number;
  name: string;
  email: string;
}

export class AdminTransactionPayment {
  id: number;
  /** `created`, `pending`, `successful`, `failed`, `expired`, `review` or `rejected`. */
  status: string;
  /** Reason for the review or the failure. */
  reason: string | null;
}

export class AdminTransactionOrder {
  id: number;
  @ApiProperty({ enum: ORDER_STATUSES, enumName: 'OrderStatus' })
  status: OrderStatus;
  /** Number of its proxies. */
  proxies: number;
  /** Ids of the first ten of them. */
  proxy_ids: number[];
}

/** A line of a wallet statement as the back office sees it. */
export class AdminTransactionResponse {
  id: number;
  reference: string;
  @ApiProperty({ enum: ['credit', 'debit'], enumName: 'TransactionType' })
  type: TransactionType;
  /** Whole naira, always positive; null for a sub-admin. @example 5000 */
  amount: number | null;
  /** @example NGN */
  currency: string;
  @ApiProperty({ enum: TRANSACTION_STATUSES, enumName: 'TransactionStatus' })
  status: TransactionStatus;
  payment_method: string | null;
  /** Reference at the card provider; null without a card payment. */
  korapay_reference: string | null;
  /** Never empty. */
  description: string;
  /** `topup`, `purchase`, `refund`, `funding`, `chargeback`, `debt`, `goodwill`, `correction`, `coupon` or `referral`. */
  purpose: string;
  /** Metadata of the client, and names of staff such as `accepted_by`; null for a sub-admin. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  metadata: Record<string, unknown> | null;
  created_at: Date;
  processed_at: Date | null;
  user: AdminTransactionUser;
  /** The card payment behind a top-up. */
  payment: AdminTransactionPayment | null;
  /** Refunds of a purchase and chargebacks of a top-up, oldest first. */
  reversals: AdminReversalResponse[];
  /** The order that the transaction paid or refunded. */
  order: AdminTransactionOrder | null;
  /** Whether `GET /admin/transactions/{id}/receipt` has a receipt. */
  has_receipt: boolean;
}

/** Over all transactions, whatever the filters. Amounts are whole naira, and null for a sub-admin. */
export class AdminTransactionStatistics {
  /** Purchases, net of refunds. */
  total_revenue: number | null;
  total_transactions: number;
  /** Sum of refunds of orders. */
  total_refunds: number | null;
  pending_amount: number | null;
  successful_transactions: number;
  failed_transactions: number;
  cancelled_transactions: number;
  refunded_transactions: number;
  pending_transactions: number;
  /** Sum of successful credits without refunds. */
  credit_revenue: number | null;
  /** Sum of successful debits, including those refunded later. */
  debit_amount: number | null;
}

export class AdminTransactionListData {
  transactions: AdminTransactionResponse[];
  pagination: PaginationResponse;
  statistics: AdminTransactionStatistics;
}

/** Searches id, reference, description, and the user's name and e-mail. */
export class ListTransactionsQuery extends SortedListQuery {
  @ApiProperty({ enum: TRANSACTION_STATUSES, enumName: 'TransactionStatus', required: false })
  @IsOptional()
  @Transform((params) => toStoredStatus(emptyFilterToUndefined(params)))
  @IsIn(TRANSACTION_STATUSES)
  status?: TransactionStatus;

  @ApiProperty({ enum: ['credit', 'debit'], enumName: 'TransactionType', required: false })
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @IsIn(['credit', 'debit'])
  type?: TransactionType;

  /**
   * Only transactions that staff have to look at. `needs_decision`: the card payment is in review. `stuck`:
   * not checked for ten minutes after it was due. `dispute`: disputed in the last seven days and not
   * charged back. `refund_failed`: its card refund failed or did not finish within three days.
   * `paid_after_closing`: credited to an account that was closed before and holds money. `difference`:
   * differs from the card provider's list.
   */
  @ApiProperty({ enum: ATTENTIONS, enumName: 'Attention', required: false })
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @IsIn(ATTENTIONS)
  attention?: Attention;
}

/** All that match, in their order; paging is ignored. */
export class ExportTransactionsDto extends ListTransactionsQuery {
  @ApiProperty({ enum: SHEET_FORMATS, enumName: 'ListExportFormat' })
  @IsIn(SHEET_FORMATS, { message: 'The format must be csv or xlsx' })
  format: SheetFormat;
}
