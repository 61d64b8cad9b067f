import type { Payment } from '../payment.entity';
import type { ChargeResult, PayIn } from '../korapay/korapay.types';
import type { Difference, DifferenceKind } from './reconciliation.types';

type LocalPayment = Pick<
  Payment,
  'id' | 'reference' | 'status' | 'amount' | 'currency' | 'reason' | 'chargedBack'
>;
type ProviderCharge = Pick<PayIn, 'providerStatus' | 'amount'>;

/**
 * Whether the provider's record of a credited payment must match the stored one. Payments that staff
 * accepted out of review differ by that decision, and charged-back payments may have any status.
 */
export const isComparable = (payment: LocalPayment): boolean =>
  payment.status === 'successful' && payment.reason === null && payment.chargedBack.isZero;

/** Whether an entry of the provider's list matches a payment that we credited. */
export const confirmsCredit = (payment: LocalPayment, payIn: PayIn | undefined): boolean =>
  payIn?.status === 'success' &&
  payIn.currency === payment.currency &&
  payIn.amount?.equals(payment.amount) === true;

/** Compares a credited payment with the result of its charge lookup. */
export function compareCredit(
  payment: LocalPayment,
  result: ChargeResult,
): { outcome: 'agrees' } | { outcome: 'differs'; difference: Difference } | { outcome: 'unknown' } {
  if (result.outcome === 'unknown') return { outcome: 'unknown' };
  const charge = result.outcome === 'found' ? result.charge : null;
  if (charge?.status !== 'success')
    return { outcome: 'differs', difference: toDifference('credited_not_paid', payment, charge) };
  return charge.amount?.equals(payment.amount) && charge.currency === payment.currency
    ? { outcome: 'agrees' }
    : { outcome: 'differs', difference: toDifference('amount_differs', payment, charge) };
}

export const toDifference = (
  kind: DifferenceKind,
  payment: LocalPayment,
  charge: ProviderCharge | null,
): Difference => ({
  kind,
  reference: payment.reference,
  paymentId: payment.id,
  ourStatus: payment.status,
  ourAmount: payment.amount.toDecimalString(),
  theirStatus: charge?.providerStatus ?? null,
  theirAmount: charge?.amount?.toDecimalString() ?? null,
});

export const toUnknownPayIn = (payIn: PayIn): Difference => ({
  kind: 'not_ours',
  reference: payIn.reference,
  paymentId: null,
  ourStatus: null,
  ourAmount: null,
  theirStatus: payIn.providerStatus,
  theirAmount: payIn.amount?.toDecimalString() ?? null,
});
