import type { PaymentStatus } from './paymentStatus';
import type { VerifiedTransaction } from './verifiedTransaction';

export interface VerifyPaymentData {
  /** The same as `transaction.status`. */
  status: PaymentStatus;
  transaction: VerifiedTransaction;
}
