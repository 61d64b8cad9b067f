import type { PaymentStatus } from './paymentStatus';
import type { TransactionType } from './transactionType';

export interface VerifiedTransaction {
  /** Whole naira. */
  amount: number;
  created_at: string;
  currency: string;
  description: string;
  id: number;
  /**
   * Payment method; null until known.
   * @nullable
   */
  payment_method: string | null;
  /**
   * When it was settled or closed.
   * @nullable
   */
  processed_at: string | null;
  reference: string;
  status: PaymentStatus;
  /** Always credit. */
  type: TransactionType;
}
