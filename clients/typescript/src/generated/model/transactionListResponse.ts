import type { TransactionListData } from './transactionListData';

export interface TransactionListResponse {
  data: TransactionListData;
  success: boolean;
}
