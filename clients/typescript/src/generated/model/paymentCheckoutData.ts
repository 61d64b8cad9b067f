import type { PaymentCheckoutDataClosedReason } from './paymentCheckoutDataClosedReason';
import type { TransactionStatus } from './transactionStatus';

export interface PaymentCheckoutData {
  /** Whole naira that were requested. */
  amount: number;
  /** Whether `POST /payments/{reference}/cancel` accepts it. */
  can_cancel: boolean;
  /**
   * The provider's checkout page while the payment can be made there; null otherwise.
   * @nullable
   */
  checkout_url: string | null;
  /**
   * Why a failed payment was closed: `declined` by the provider, `expired` unpaid, or `rejected` after a
review; null for any other status.
   * @nullable
   */
  closed_reason: PaymentCheckoutDataClosedReason;
  created_at: string;
  reference: string;
  /** Status on the statement; `cancelled` becomes `successful` when the payment is paid after all. */
  status: TransactionStatus;
}
