import { Money } from '../../common/money/money';
import type { ChargeResult, PayIn } from '../korapay/korapay.types';
import {
  confirmsCredit,
  toDifference,
  isComparable,
  compareCredit,
  toUnknownPayIn,
} from './payment-reconciliation.entity';

const credited = {
  id: 7,
  reference: 'TOPUP-1234',
  status: 'successful',
  amount: Money.naira(5000),
  currency: 'NGN',
  reason: null,
  chargedBack: Money.zero,
} as const;
const payIn = (over: Partial<PayIn> = {}): PayIn => ({
  reference: 'TOPUP-1234',
  status: 'success',
  providerStatus: 'success',
  amount: Money.naira(5000),
  currency: 'NGN',
  ...over,
});
const found = (over: Partial<PayIn> = {}): ChargeResult => ({
  outcome: 'found',
  charge: {
    ...payIn(over),
    amountPaid: undefined,
    amountAccepted: undefined,
    fee: undefined,
    method: null,
    nairaAccount: null,
    raw: {},
  },
});
const expectedDifference = {
  reference: 'TOPUP-1234',
  paymentId: 7,
  ourStatus: 'successful',
  ourAmount: '5000.00',
};

describe('reconciliation decision', () => {
  it('should compare only credits without a staff decision or chargeback', () => {
    expect(isComparable(credited)).toBe(true);
    for (const over of [
      { status: 'review' },
      { reason: 'x' },
      { chargedBack: Money.kobo(1n) },
    ] as const)
      expect(isComparable({ ...credited, ...over })).toBe(false);
  });

  it('should confirm a credit only by a successful pay-in of the same amount and currency', () => {
    expect(confirmsCredit(credited, payIn())).toBe(true);
    expect(confirmsCredit(credited, undefined)).toBe(false);
    for (const over of [
      { status: 'pending' },
      { currency: 'USD' },
      { amount: null },
      { amount: Money.kobo(499_999n) },
    ] as const)
      expect(confirmsCredit(credited, payIn(over))).toBe(false);
  });

  it('should compare a credit with its charge', () => {
    expect(compareCredit(credited, found())).toBeNull();
    expect(compareCredit(credited, { outcome: 'unknown', reason: 'x' })).toBe('unknown');
    expect(compareCredit(credited, { outcome: 'missing' })).toEqual({
      kind: 'credited_not_paid',
      ...expectedDifference,
      theirStatus: null,
      theirAmount: null,
    });
    expect(
      compareCredit(credited, found({ status: 'failed', providerStatus: 'declined' })),
    ).toEqual({
      kind: 'credited_not_paid',
      ...expectedDifference,
      theirStatus: 'declined',
      theirAmount: '5000.00',
    });
    for (const [over, theirAmount] of [
      [{ amount: Money.naira(1) }, '1.00'],
      [{ amount: null }, null],
      [{ currency: 'USD' }, '5000.00'],
    ] as const)
      expect(compareCredit(credited, found(over))).toEqual({
        kind: 'amount_differs',
        ...expectedDifference,
        theirStatus: 'success',
        theirAmount,
      });
  });

  it('should report both sides, or null for a missing one', () => {
    expect(toDifference('not_credited', credited, payIn({ amount: null }))).toEqual({
      kind: 'not_credited',
      ...expectedDifference,
      theirStatus: 'success',
      theirAmount: null,
    });
    const alone = { paymentId: null, ourStatus: null, ourAmount: null };
    expect([payIn(), payIn({ amount: null })].map(toUnknownPayIn)).toEqual(
      ['5000.00', null].map((theirAmount) => ({
        kind: 'not_ours',
        reference: 'TOPUP-1234',
        ...alone,
        theirStatus: 'success',
        theirAmount,
      })),
    );
  });
});
