import { Money } from '../../common/money/money';
import type { Payment } from '../payment.entity';
import type { NewPayoutItem, PayoutItemResult } from './payout.types';

/** Without the large `provider_payload`: an import locks all payments of a payout. */
export const MATCHED_COLUMNS = [
  'id',
  'reference',
  'status',
  'amount',
  'received',
  'credited',
  'feeBooked',
  'chargedBack',
] as const satisfies readonly (keyof Payment)[];
export type MatchedPayment = Pick<Payment, (typeof MATCHED_COLUMNS)[number]>;

/** What the shop knows about the reference of an item. */
export interface MatchCandidate {
  readonly payment: MatchedPayment | null;
  /** Of a refund: what was booked for it; null when it is unknown or has not succeeded. */
  readonly refunded: Money | null;
  readonly isRefundKnown: boolean;
  /** Whether another item was matched with it. */
  readonly isMatched: boolean;
  /** Of disputes: already deducted by matched items of the payment. */
  readonly deducted: Money;
  /** Of disputes: held by the provider. */
  readonly held: Money;
}

export interface MatchDecision {
  readonly result: PayoutItemResult;
  /** What the ledger has booked for it, less the fee; null when nothing is. */
  readonly expected: Money | null;
  /** Of a matched charge: the fee that the shop bears. */
  readonly shopFee?: Money;
  /** Of a matched dispute: whether the provider holds the money from now on, or returns what it held. */
  readonly dispute?: 'hold' | 'release';
}

const unmatched = (
  result: Exclude<PayoutItemResult, 'matched'>,
  expected: Money | null = null,
): MatchDecision => ({ result, expected });

/** Compares an item of a payout with the shop's own records. */
export function matchItem(item: NewPayoutItem, candidate: MatchCandidate): MatchDecision {
  if (item.kind === 'charge') return matchCharge(item, candidate);
  if (item.kind === 'refund') return matchRefund(item, candidate);
  if (item.kind === 'dispute') return matchDispute(item, candidate);
  return unmatched('unknown_reference');
}

/** What the ledger has booked for a paid charge; null unless it was paid. */
export function getBookedAmount(payment: MatchedPayment): Money | null {
  const { status, received, credited, amount } = payment;
  if (status === 'successful') return received ?? credited ?? amount;
  return status === 'review' || status === 'rejected' ? received : null;
}

/** The customer may bear a part of the fee, on top of the booked amount. */
function matchCharge(item: NewPayoutItem, { payment, isMatched }: MatchCandidate): MatchDecision {
  if (!payment) return unmatched('unknown_reference');
  const booked = getBookedAmount(payment);
  if (!booked) return unmatched('not_booked');
  if (isMatched) return unmatched('duplicate');
  const shopFee = booked.minus(item.amount.minus(item.fee));
  if (shopFee.isLessThan(Money.zero) || item.fee.isLessThan(shopFee))
    return unmatched('amount_differs', booked.minus(payment.feeBooked));
  return { result: 'matched', expected: booked.minus(shopFee), shopFee };
}

function matchRefund(item: NewPayoutItem, candidate: MatchCandidate): MatchDecision {
  if (!candidate.isRefundKnown) return unmatched('unknown_reference');
  if (!candidate.refunded) return unmatched('not_booked');
  if (candidate.isMatched) return unmatched('duplicate');
  const expected = candidate.refunded.negated();
  return item.amount.equals(expected)
    ? { result: 'matched', expected: expected.minus(item.fee) }
    : unmatched('amount_differs', expected);
}

/**
 * A deduction is either of a recorded chargeback, which the ledger has booked, or held from now on until one is
 * recorded or the provider returns it. What is returned was held, or put back into the wallet before.
 */
function matchDispute(item: NewPayoutItem, candidate: MatchCandidate): MatchDecision {
  const { payment, deducted, held } = candidate;
  if (!payment) return unmatched('unknown_reference');
  if (payment.status !== 'successful') return unmatched('not_booked');
  const expected = item.amount.minus(item.fee);
  const { chargedBack } = payment;
  // Chargebacks that no payout has deducted yet; negative after a won dispute that none has returned yet.
  const open = chargedBack.minus(deducted.minus(held));
  if (item.amount.isPositive) {
    if (!held.isLessThan(item.amount)) return { result: 'matched', expected, dispute: 'release' };
    return open.negated().isLessThan(item.amount)
      ? unmatched('not_booked')
      : { result: 'matched', expected };
  }
  const amount = item.amount.negated();
  if (!amount.isPositive) return unmatched('amount_differs');
  if (open.isPositive)
    return open.isLessThan(amount)
      ? unmatched('amount_differs', open.negated())
      : { result: 'matched', expected };
  const credited = payment.credited ?? payment.amount;
  return credited.minus(chargedBack).minus(held).isLessThan(amount)
    ? unmatched('amount_differs')
    : { result: 'matched', expected, dispute: 'hold' };
}
