import { Money } from '../../common/money/money';
import { DAY, HOUR, MINUTE, SECOND } from '../../common/time/clock';
import type { PaymentStatus } from '../payment.state';
import type { Payment } from '../payment.entity';
import type { Charge, ChargeResult } from '../ports/card-provider.port';

/** An unpaid checkout expires after this time. */
export const PAYMENT_LIFETIME = DAY;
/** Before this age, "not found" may mean that the provider has not stored the charge yet. */
export const MISSING_IS_FINAL_AFTER = 15 * MINUTE;
/** Matches how long the provider retries its notifications. */
const POLL_AFTER_EXPIRY = 3 * DAY;

export type SettlementDecision =
  | { readonly kind: 'credit' }
  | { readonly kind: 'review'; readonly reason: string }
  | { readonly kind: 'close'; readonly status: 'failed' | 'expired'; readonly reason: string }
  | { readonly kind: 'wait' };

/** Whether a charge lookup can still change the payment. */
export const isSettleable = (status: PaymentStatus): boolean =>
  status === 'created' || status === 'pending' || isClosed(status);

/** Ended unpaid, which a late success overrides. */
export const isClosed = (status: PaymentStatus): boolean =>
  status === 'failed' || status === 'expired';

/**
 * Maps the result of a charge lookup to a decision. Only a success with exactly the requested reference,
 * currency and amount is credited, also after `failed` or `expired`; any other success goes to review.
 */
export function decideSettlement(
  payment: Payment,
  result: ChargeResult,
  now: Date,
): SettlementDecision {
  if (!isSettleable(payment.status)) return { kind: 'wait' };
  if (result.outcome === 'found' && result.charge.status === 'success') {
    const reason = findMismatch(payment, result.charge);
    return reason ? { kind: 'review', reason } : { kind: 'credit' };
  }
  if (isClosed(payment.status) || result.outcome === 'unknown') return { kind: 'wait' };
  if (result.outcome === 'missing') {
    const age = now.getTime() - payment.createdAt.getTime();
    return age < MISSING_IS_FINAL_AFTER
      ? { kind: 'wait' }
      : { kind: 'close', status: 'failed', reason: 'The provider has no record of this payment' };
  }
  const { status, providerStatus } = result.charge;
  if (status === 'failed' || status === 'expired')
    return { kind: 'close', status, reason: `The provider’s status is: ${providerStatus}` };
  return now < payment.expiresAt
    ? { kind: 'wait' }
    : { kind: 'close', status: 'expired', reason: 'It was not paid in time' };
}

/**
 * Amount that a successful charge brought in, for staff to decide about: what the provider accepted, or
 * else what the customer paid. The shop bears the fee. Null when it is unknown or of another charge.
 */
export function getReceivedAmount(payment: Payment, result: ChargeResult): Money | null {
  if (result.outcome !== 'found' || result.charge.status !== 'success') return null;
  const { reference, currency, amountPaid, amountAccepted } = result.charge;
  if (reference !== payment.reference || currency !== payment.currency) return null;
  const received = amountAccepted === undefined ? amountPaid : amountAccepted;
  return received?.isPositive ? received : null;
}

/** Describes how a successful charge differs from the request; null when it matches. */
function findMismatch(payment: Payment, charge: Charge): string | null {
  const requested = Money.kobo(payment.amountKobo);
  if (charge.reference !== payment.reference) return 'The provider returned another reference';
  if (charge.currency !== payment.currency)
    return `The provider reports the currency ${charge.currency.slice(0, 10) || 'as empty'}`;
  if (!charge.amount?.equals(requested))
    return `The provider reports ${charge.amount ?? 'no readable amount'}, but the top-up is for ${requested}`;
  if (charge.amountAccepted !== undefined && !charge.amountAccepted?.equals(requested))
    return `The provider accepted ${charge.amountAccepted ?? 'no readable amount'}, but the top-up is for ${requested}`;
  if (charge.amountPaid === null || charge.amountPaid?.isLessThan(requested))
    return `The customer paid ${charge.amountPaid ?? 'no readable amount'}, but the top-up is for ${requested}`;
  const fee = charge.fee ?? Money.zero;
  // A provider that reports the accepted amount has returned the excess itself.
  if (
    charge.amountAccepted === undefined &&
    charge.amountPaid &&
    requested.plus(fee).isLessThan(charge.amountPaid)
  )
    return `The customer paid ${charge.amountPaid}, but the top-up is for ${requested} and the fee was ${fee}`;
  return null;
}

const clamp = (low: number, value: number, high: number): number =>
  Math.min(Math.max(low, value), high);

/**
 * Backoff for charge lookups by the payment's age: 5 s up to 10 min while it is open, up to 6 h while a
 * late success is still possible, null after that.
 */
export function getNextCheckAt(
  payment: Pick<Payment, 'createdAt' | 'expiresAt'>,
  open: boolean,
  now: Date,
): Date | null {
  const age = now.getTime() - payment.createdAt.getTime();
  if (open) return new Date(now.getTime() + clamp(5 * SECOND, age, 10 * MINUTE));
  if (now.getTime() > payment.expiresAt.getTime() + POLL_AFTER_EXPIRY) return null;
  return new Date(now.getTime() + clamp(10 * MINUTE, age / 2, 6 * HOUR));
}
