import type { Payment } from '../payment.entity';
import type { PaymentRefund } from '../refunds/payment-refund.entity';

/** A card payment with everything staff decide by. */
export interface StaffPayment {
  readonly payment: Payment;
  readonly refunds: readonly PaymentRefund[];
}
