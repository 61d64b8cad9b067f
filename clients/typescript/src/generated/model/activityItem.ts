import type { TransactionStatus } from './transactionStatus';
import type { TransactionType } from './transactionType';

export interface ActivityItem {
  /** Whole naira, always positive; `type` has the direction. */
  amount: number;
  created_at: string;
  description: string;
  id: number;
  reference: string;
  status: TransactionStatus;
  type: TransactionType;
}
