import type { Acknowledgeable } from './acknowledgements/payment-acknowledgement.service';
import type { Money } from '../common/money/money';
import { OWN_REFERENCE_PREFIXES } from '../wallet/wallet.types';
import type { Payment } from './payment.entity';
import type { PaymentChargeback } from './reversals/payment-chargeback.entity';
import type { PaymentRefund } from './refunds/payment-refund.entity';

export type { CheckedTransfersData, NairaAccountData } from './naira-accounts/naira-accounts.dto';
export type { PaymentStatus } from './payment.entity';
export type { ChargebackKind } from './reversals/payment-chargeback.entity';
export type { RefundStatus } from './refunds/payment-refund.entity';

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

/** Calls with a code, by one person: codes are short words, which could be guessed. */
export const COUPON_CALLS_PER_HOUR = 60;
/** Said of any text that is not the code of a coupon, long or short. */
export const UNKNOWN_COUPON = 'We couldn’t find this code.';

export const DIFFERENCE_KINDS = [
  'settled_late',
  'not_credited',
  'not_ours',
  'credited_not_paid',
  'amount_differs',
] as const;
/**
 * `settled_late`: paid at the provider and credited by this run. `not_credited`: paid at the provider,
 * needs a staff decision. `not_ours`: paid at the provider, reference unknown here.
 * `credited_not_paid`: credited here, not paid at the provider. `amount_differs`: different amounts or
 * currencies. Persisted values: never rename one.
 */
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

export const PAYOUT_SOURCES = ['api', 'file'] as const;
export type PayoutSource = (typeof PAYOUT_SOURCES)[number];

export const PAYOUT_ITEM_KINDS = ['charge', 'refund', 'dispute', 'other'] as const;
/** What an item of a payout is about. Persisted values: never rename one. */
export type PayoutItemKind = (typeof PAYOUT_ITEM_KINDS)[number];

export const PAYOUT_ITEM_RESULTS = [
  'matched',
  'unknown_reference',
  'not_booked',
  'amount_differs',
  'duplicate',
] as const;
/**
 * `unknown_reference`: nothing here has this reference. `not_booked`: known, but not credited, refunded or
 * disputed here. `duplicate`: paid out before. Persisted values: never rename one.
 */
export type PayoutItemResult = (typeof PAYOUT_ITEM_RESULTS)[number];
