import type { TransactionStatus } from './transactionStatus';
import type { TransactionType } from './transactionType';

export interface PurchaseTransactionResponse {
  /** Whole naira, for the whole order. */
  amount: number;
  created_at: string;
  currency: string;
  description: string;
  id: number;
  reference: string;
  status: TransactionStatus;
  type: TransactionType;
}
