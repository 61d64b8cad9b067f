import type { TransactionStatus } from './transactionStatus';
import type { TransactionType } from './transactionType';

export interface TransactionResponse {
  /** Whole naira, always positive; `type` has the direction. */
  amount: number;
  /** Whether `POST /user/invoices` accepts it: a completed purchase, renewal or addition of traffic. */
  can_invoice: boolean;
  /** Whether `GET /payments/verify` accepts it: a pending top-up. */
  can_verify: boolean;
  created_at: string;
  currency: string;
  description: string;
  /** The same in naira and kobo. */
  exact_amount: string;
  /** Whether `GET /payments/transactions/{id}/receipt` has a receipt for it. */
  has_receipt: boolean;
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
  status: TransactionStatus;
  type: TransactionType;
}
