import { ApiProperty } from '@nestjs/swagger';
import { ok } from '../../../common/http/envelope.response';
import { PaginationResponse } from '../../../common/http/pagination.response';
import { toPagination } from '../../../common/http/pagination';
import type { StatementPage } from '../statement.service';
import { isInvoiceable } from '../../invoices/invoice.types';
import { hasReceipt } from '../../receipts/receipt.types';
import {
  TRANSACTION_STATUSES,
  type StatementLine,
  type TransactionStatus,
  type TransactionType,
} from '../../wallet.types';

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
  /** Whether `GET /payments/verify` accepts it: a pending top-up. */
  can_verify: boolean;
  /** Whether `GET /payments/transactions/{id}/receipt` has a receipt for it. */
  has_receipt: boolean;
  /** Whether `POST /user/invoices` accepts it: a completed purchase, renewal or addition of traffic. */
  can_invoice: boolean;
  created_at: Date;
  /** When it was settled or closed. */
  processed_at: Date | null;
}

export const toTransactionResponse = (line: StatementLine): TransactionResponse => ({
  id: line.id,
  reference: line.reference,
  description: line.description,
  type: line.type,
  amount: line.amount.toNaira(),
  exact_amount: line.amount.toDecimalString(),
  currency: line.currency,
  status: line.status,
  payment_method: line.paymentMethod,
  can_verify: line.purpose === 'topup' && line.status === 'pending',
  has_receipt: hasReceipt(line.purpose, line.status),
  can_invoice: isInvoiceable(line.purpose, line.status),
  created_at: line.createdAt,
  processed_at: line.processedAt,
});

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

export class TransactionListResponse {
  success: boolean;
  data: TransactionListData;
}

export class RecentTransactionsData {
  transactions: TransactionResponse[];
}

export class RecentTransactionsResponse {
  success: boolean;
  data: RecentTransactionsData;
}

export const toTransactionList = ({ lines, balances }: StatementPage): TransactionListResponse =>
  ok({
    transactions: lines.rows.map(toTransactionResponse),
    pagination: toPagination(lines),
    opening_balance: balances.opening.toDecimalString(),
    closing_balance: balances.closing.toDecimalString(),
  });

export const toRecentTransactions = (lines: StatementLine[]): RecentTransactionsResponse =>
  ok({ transactions: lines.map(toTransactionResponse) });
