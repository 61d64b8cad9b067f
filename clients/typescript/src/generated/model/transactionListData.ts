import type { PaginationResponse } from './paginationResponse';
import type { TransactionResponse } from './transactionResponse';

export interface TransactionListData {
  /** Naira and kobo at the end of the period, by now without `to`: the opening balance and the exact amounts of all
`successful` and `refunded` transactions of the period, on all its pages. */
  closing_balance: string;
  /** Naira and kobo at the start of the period, 0.00 without `from`; `status` and `search` do not change it. */
  opening_balance: string;
  pagination: PaginationResponse;
  transactions: TransactionResponse[];
}
