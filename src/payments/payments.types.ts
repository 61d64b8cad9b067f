import type { Payment } from './payment.entity';
import type { PaymentStatus } from './payment.state';
import type { PaymentRefund } from './refunds/payment-refund.entity';

export type { PaymentStatus } from './payment.state';
export type { RefundStatus } from './refunds/refund.state';

/** A card payment with its refunds. */
export interface PaymentDetails {
  readonly payment: Payment;
  readonly refunds: readonly PaymentRefund[];
}

/** What a customer is told: the states in between are the staff's business. */
export const CUSTOMER_PAYMENT_STATUSES = ['successful', 'pending', 'failed'] as const;
export type CustomerPaymentStatus = (typeof CUSTOMER_PAYMENT_STATUSES)[number];

const CUSTOMER_STATUS_BY_STATE: Record<PaymentStatus, CustomerPaymentStatus> = {
  created: 'pending',
  pending: 'pending',
  review: 'pending',
  successful: 'successful',
  failed: 'failed',
  expired: 'failed',
  rejected: 'failed',
};

export const toCustomerStatus = (status: PaymentStatus): CustomerPaymentStatus =>
  CUSTOMER_STATUS_BY_STATE[status];

/** A reference of a client's making. */
export const REFERENCE_PATTERN = /^[A-Za-z0-9_-]{8,50}$/;

/**
 * How references of our own making begin: a client's could otherwise stand in the way of a refund.
 * KPY- is the card provider's own: one of those may have been paid already, for something else.
 */
export const UNRESERVED_REFERENCE_PATTERN =
  /^(?!(BUY|FUND|REFUND|CHARGEBACK|PROVIDER|OWED|REPAID|RFD|KPY)-)/i;

/** What a customer asks for, already of the right form. */
export interface TopupRequest {
  /** Whole naira. */
  readonly amount: number;
  readonly reference: string;
  readonly callbackUrl: string;
  readonly metadata: Record<string, unknown>;
}
