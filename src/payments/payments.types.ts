import type { TopupChannel } from '../settings/settings.types';
import type { Acknowledgeable } from './acknowledgements/payment-acknowledgement.types';
import type { Money } from '../common/money/money';
import { OWN_REFERENCE_PREFIXES, type TransactionStatus } from '../wallet/wallet.types';
import type { Payment } from './payment.entity';
import type { PaymentStatus } from './payment.state';
import type { PaymentChargeback } from './reversals/payment-chargeback.entity';
import type { PaymentRefund } from './refunds/payment-refund.entity';

export type { PaymentStatus } from './payment.state';
export type { ChargebackKind } from './reversals/payment-chargeback.entity';
export type { RefundStatus } from './refunds/refund.state';

/** What a won dispute put back. */
export interface WonDispute {
  /** The credit on the statement. */
  readonly transactionId: number;
  readonly amount: Money;
  /** The part of it that paid what the customer owed. */
  readonly repaid: Money;
}

/** A card payment with its refunds and chargebacks. */
export interface PaymentDetails {
  readonly payment: Payment;
  readonly refunds: readonly PaymentRefund[];
  readonly chargebacks: readonly PaymentChargeback[];
  /** What staff have to acknowledge about it. */
  readonly toAcknowledge: readonly Acknowledgeable[];
}

export const CREDIT_CHOICES = ['paid', 'asked'] as const;
/** What accepting a payment in review credits: the amount that was paid, or the requested one. */
export type CreditChoice = (typeof CREDIT_CHOICES)[number];

/** Statuses in the customer API; the intermediate states are visible to staff only. */
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

/** Why a top-up was closed without a credit. */
export const CLOSED_REASONS = ['declined', 'expired', 'rejected'] as const;
export type ClosedReason = (typeof CLOSED_REASONS)[number];

/** A top-up as its customer sees it. */
export interface Checkout {
  readonly reference: string;
  readonly amount: Money;
  /** Status of the statement line. */
  readonly status: TransactionStatus;
  /** Null once the checkout page cannot be paid any more. */
  readonly checkoutUrl: string | null;
  readonly isCancellable: boolean;
  /** Null unless it failed. */
  readonly closedReason: ClosedReason | null;
  readonly createdAt: Date;
}

/** Format of client-generated references. */
export const REFERENCE_PATTERN = /^[A-Za-z0-9_-]{8,50}$/;

/** RFD-, of refunds to cards, and KPY-, the card provider's own, which may belong to a paid charge. */
const PROVIDER_REFERENCE_PREFIXES = ['RFD', 'KPY'];

/** Excludes what the references of the platform and of the provider begin with. */
export const UNRESERVED_REFERENCE_PATTERN = new RegExp(
  `^(?!(${[...OWN_REFERENCE_PREFIXES, ...PROVIDER_REFERENCE_PREFIXES].join('|')})-)`,
  'i',
);

/** Top-ups that a customer may have open at a time: started, and neither paid, cancelled, failed nor expired. */
export const MAX_OPEN_TOPUPS = 10;

/** A started top-up that can still be paid. */
export interface OpenTopup {
  readonly reference: string;
  readonly amount: Money;
  readonly createdAt: Date;
}

/** A validated top-up request. */
export interface TopupRequest {
  /** Whole naira. */
  readonly amount: number;
  readonly reference: string;
  readonly callbackUrl: string;
  readonly metadata: Record<string, unknown>;
  /** Code of a coupon, as it was typed. */
  readonly coupon?: string;
  /** Way to pay that the checkout opens with. */
  readonly channel?: TopupChannel;
  readonly idempotencyKey?: string;
}

export const COUPON_CODE = /^[A-Z0-9-]{4,32}$/;
/** Calls with a code, by one person: codes are short words, which could be guessed. */
export const COUPON_CALLS_PER_HOUR = 60;
/** Said of any text that is not the code of a coupon, long or short. */
export const UNKNOWN_COUPON = 'We couldn’t find this code.';

export const COUPON_STATES = ['scheduled', 'active', 'used_up', 'ended'] as const;
export type CouponState = (typeof COUPON_STATES)[number];

/** Either `percent` or `bonus`. */
export interface CouponTerms {
  readonly code: string;
  /** Percent of the top-up. */
  readonly percent: number | null;
  readonly bonus: Money | null;
  /** Most that a percentage adds to one top-up. */
  readonly maxBonus: Money | null;
  readonly minimumTopup: Money;
  /** Null: at once. */
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
  /** For all customers together. */
  readonly maxUses: number | null;
  readonly perCustomer: number;
}

/** A coupon as staff see it. */
export interface CouponOverview extends Omit<CouponTerms, 'startsAt'> {
  readonly id: number;
  readonly startsAt: Date;
  /** Top-ups that were paid with it or can still be. */
  readonly uses: number;
  /** Credited with it, less what was taken back. */
  readonly granted: Money;
  readonly state: CouponState;
  readonly createdAt: Date;
}
