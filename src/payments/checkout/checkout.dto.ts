import { withMessage } from '../../common/http/api.decorators';
import { ApiProperty } from '@nestjs/swagger';
import { TRANSACTION_STATUSES, type TransactionStatus } from '../../wallet/wallet.types';
import { CLOSED_REASONS, type Checkout, type ClosedReason } from '../payments.types';

export class PaymentCheckoutData {
  /** @example TOPUP1763600000000AB12CD */
  reference: string;
  /** Whole naira that were requested. @example 5000 */
  amount: number;
  /** Status on the statement; `cancelled` becomes `successful` when the payment is paid after all. */
  @ApiProperty({ enum: TRANSACTION_STATUSES, enumName: 'TransactionStatus' })
  status: TransactionStatus;
  /** The provider's checkout page while the payment can be made there; null otherwise. */
  checkout_url: string | null;
  /** Whether `POST /payments/{reference}/cancel` accepts it. */
  can_cancel: boolean;
  /**
   * Why a failed payment was closed: `declined` by the provider, `expired` unpaid, or `rejected` after a
   * review; null for any other status.
   */
  @ApiProperty({ enum: CLOSED_REASONS, enumName: 'PaymentClosedReason', nullable: true })
  closed_reason: ClosedReason | null;
  created_at: Date;
}

const toData = (checkout: Checkout): PaymentCheckoutData => ({
  reference: checkout.reference,
  amount: checkout.amount.toNaira(),
  status: checkout.status,
  checkout_url: checkout.checkoutUrl,
  can_cancel: checkout.isCancellable,
  closed_reason: checkout.closedReason,
  created_at: checkout.createdAt,
});

export const toPaymentCheckoutResponse = (checkout: Checkout): PaymentCheckoutData =>
  toData(checkout);

export const toCancelledResponse = (checkout: Checkout): PaymentCheckoutData =>
  withMessage(
    toData(checkout),
    'Payment cancelled. If you have paid already, the money is still added to your wallet.',
  );
