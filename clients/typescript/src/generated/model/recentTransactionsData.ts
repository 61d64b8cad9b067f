import type { TransactionResponse } from './transactionResponse';

export interface RecentTransactionsData {
  transactions: TransactionResponse[];
}
