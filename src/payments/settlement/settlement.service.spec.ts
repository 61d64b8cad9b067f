import fc from 'fast-check';
import { Money } from '../../common/money/money';
import { DAY, HOUR, MINUTE, SECOND } from '../../common/time/clock';
import { PAYMENT_TRANSITIONS, type PaymentStatus, Payment } from '../payment.entity';
import type { Charge, ChargeResult, ChargeStatus } from '../korapay/korapay.types';
import {
  decideSettlement,
  getNextCheckAt,
  getReceivedAmount,
  getShopFee,
} from './settlement.service';

const CREATED = new Date('2026-01-01T12:00:00Z');
const after = (milliseconds: number) => new Date(CREATED.getTime() + milliseconds);

const paymentIn = (status: PaymentStatus): Payment =>
  Object.assign(new Payment(), {
    id: 1,
    reference: 'TOPUP-1234',
    status,
    amount: Money.naira(5000),
    currency: 'NGN',
    createdAt: CREATED,
    expiresAt: after(DAY),
  });
const chargeOf = (over: Partial<Charge> = {}): Charge => ({
  reference: 'TOPUP-1234',
  status: 'success',
  providerStatus: over.status ?? 'success',
  amount: Money.naira(5000),
  currency: 'NGN',
  amountPaid: Money.naira(5000),
  amountAccepted: undefined,
  fee: Money.naira(75),
  method: 'card',
  nairaAccount: null,
  raw: {},
  ...over,
});
const found = (over: Partial<Charge> = {}): ChargeResult => ({
  outcome: 'found',
  charge: chargeOf(over),
});

const STATUSES = Object.keys(PAYMENT_TRANSITIONS) as PaymentStatus[];
const anyMoney = fc.bigInt(0n, 1_000_000n).map((kobo) => Money.kobo(kobo));
const anyResult: fc.Arbitrary<ChargeResult> = fc.oneof(
  fc.constant<ChargeResult>({ outcome: 'missing' }),
  fc.constant<ChargeResult>({ outcome: 'unknown', reason: 'x' }),
  fc
    .record({
      reference: fc.constantFrom('TOPUP-1234', 'OTHER'),
      status: fc.constantFrom<ChargeStatus>('success', 'failed', 'expired', 'pending'),
      amount: fc.oneof(fc.constant(Money.naira(5000)), fc.constant(null), anyMoney),
      currency: fc.constantFrom('NGN', 'USD', ''),
      amountPaid: fc.oneof(fc.constantFrom(undefined, null, Money.naira(5000)), anyMoney),
      amountAccepted: fc.oneof(fc.constantFrom(undefined, null, Money.naira(5000)), anyMoney),
    })
    .map((over) => found(over)),
);

describe('decideSettlement', () => {
  it('should credit only a success of exactly the requested amount', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...STATUSES),
        anyResult,
        fc.nat(10 * DAY),
        (status, result, age) => {
          const decision = decideSettlement(paymentIn(status), result, after(age));
          if (decision.kind !== 'credit') return;
          if (result.outcome !== 'found') throw new Error('credited without a charge');
          const { charge } = result;
          expect(charge).toMatchObject({
            status: 'success',
            currency: 'NGN',
            reference: 'TOPUP-1234',
          });
          expect(charge.amount?.kobo).toBe(500_000n);
          expect([undefined, 500_000n]).toContain(charge.amountAccepted?.kobo);
          expect(charge.amountAccepted).not.toBeNull();
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('should return only allowed transitions', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...STATUSES),
        anyResult,
        fc.nat(10 * DAY),
        (status, result, age) => {
          const decision = decideSettlement(paymentIn(status), result, after(age));
          const to = { credit: 'successful', review: 'review', wait: null }[
            decision.kind as 'credit' | 'review' | 'wait'
          ];
          const target = decision.kind === 'close' ? decision.status : to;
          if (target) expect(PAYMENT_TRANSITIONS[status]).toContain(target);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it.each(['created', 'pending', 'failed', 'expired'] as const)(
    'should credit a %s payment',
    (status) => {
      expect(decideSettlement(paymentIn(status), found(), after(30 * DAY))).toEqual({
        kind: 'credit',
      });
    },
  );

  it.each(['review', 'successful', 'rejected'] as const)(
    'should not change a %s payment',
    (status) => {
      expect(decideSettlement(paymentIn(status), found(), after(0))).toEqual({ kind: 'wait' });
    },
  );

  it('should accept a fee on top of the amount', () => {
    const result = found({ amountPaid: Money.kobo(507_500n) });
    expect(decideSettlement(paymentIn('pending'), result, after(0))).toEqual({ kind: 'credit' });
  });

  it('should ignore an overpayment when the provider accepted the requested amount', () => {
    const over = { amountPaid: Money.naira(9000), amountAccepted: Money.naira(5000) };
    expect(decideSettlement(paymentIn('pending'), found(over), after(0))).toEqual({
      kind: 'credit',
    });
  });

  it.each<[Partial<Charge>, string]>([
    [{ reference: 'OTHER' }, 'The provider returned another reference'],
    [{ currency: 'USD' }, 'The provider reports the currency USD'],
    [{ currency: '' }, 'The provider reports the currency as empty'],
    [{ currency: 'LONGER-THAN-ANY' }, 'The provider reports the currency LONGER-THA'],
    [{ amount: null }, 'The provider reports no readable amount, but the top-up is for ₦5,000.00'],
    [{ amount: Money.kobo(1n) }, 'The provider reports ₦0.01, but the top-up is for ₦5,000.00'],
    [
      { amountAccepted: null },
      'The provider accepted no readable amount, but the top-up is for ₦5,000.00',
    ],
    [
      { amountAccepted: Money.naira(5001) },
      'The provider accepted ₦5,001.00, but the top-up is for ₦5,000.00',
    ],
    [{ amountPaid: null }, 'The customer paid no readable amount, but the top-up is for ₦5,000.00'],
    [
      { amountPaid: Money.naira(4999) },
      'The customer paid ₦4,999.00, but the top-up is for ₦5,000.00',
    ],
    [
      { amountPaid: Money.kobo(507_501n), fee: Money.naira(75), amountAccepted: undefined },
      'The customer paid ₦5,075.01, but the top-up is for ₦5,000.00 and the fee was ₦75.00',
    ],
    [
      { amountPaid: Money.naira(6000), fee: undefined, amountAccepted: undefined },
      'The customer paid ₦6,000.00, but the top-up is for ₦5,000.00 and the fee was ₦0.00',
    ],
  ])('should put a success with %j in review with the difference as reason', (over, reason) => {
    expect(decideSettlement(paymentIn('pending'), found(over), after(0))).toEqual({
      kind: 'review',
      reason,
    });
  });

  it('should credit a charge without paid and accepted amounts', () => {
    const result = found({ amountPaid: undefined, amountAccepted: undefined });
    expect(decideSettlement(paymentIn('pending'), result, after(0))).toEqual({ kind: 'credit' });
  });

  it.each(['created', 'pending'] as const)('should close a %s payment with a reason', (status) => {
    const decide = (over: Partial<Charge>) =>
      decideSettlement(paymentIn(status), found(over), after(DAY));
    expect(decide({ status: 'failed', providerStatus: 'declined' })).toEqual({
      kind: 'close',
      status: 'failed',
      reason: 'The provider’s status is: declined',
    });
    expect(decide({ status: 'expired' })).toEqual({
      kind: 'close',
      status: 'expired',
      reason: 'The provider’s status is: expired',
    });
    expect(decide({ status: 'pending' })).toEqual({
      kind: 'close',
      status: 'expired',
      reason: 'It was not paid in time',
    });
    expect(decideSettlement(paymentIn(status), { outcome: 'missing' }, after(DAY))).toEqual({
      kind: 'close',
      status: 'failed',
      reason: 'The provider has no record of this payment',
    });
  });

  it.each(['failed', 'expired'] as const)(
    'should keep a %s payment closed except for a success',
    (status) => {
      const others: ChargeResult[] = [
        { outcome: 'missing' },
        { outcome: 'unknown', reason: 'x' },
        ...(['failed', 'expired', 'pending'] as const).map((word) => found({ status: word })),
      ];
      for (const result of others)
        expect(decideSettlement(paymentIn(status), result, after(9 * DAY))).toEqual({
          kind: 'wait',
        });
    },
  );

  it('should wait past the expiry while the lookup result is unknown', () => {
    const result: ChargeResult = { outcome: 'unknown', reason: 'x' };
    expect(decideSettlement(paymentIn('pending'), result, after(9 * DAY))).toEqual({
      kind: 'wait',
    });
  });

  it.each([
    [14 * MINUTE + 59 * SECOND, 'wait'],
    [15 * MINUTE, 'close'],
  ])('should map a missing charge after %i ms to %s', (age, kind) => {
    expect(decideSettlement(paymentIn('pending'), { outcome: 'missing' }, after(age)).kind).toBe(
      kind,
    );
  });

  it.each([
    [DAY - 1, 'wait'],
    [DAY, 'close'],
  ])('should map a pending charge after %i ms to %s', (age, kind) => {
    expect(
      decideSettlement(paymentIn('pending'), found({ status: 'pending' }), after(age)).kind,
    ).toBe(kind);
  });
});

describe('getNextCheckAt', () => {
  const times = { createdAt: CREATED, expiresAt: after(DAY) };
  const waits = (open: boolean, age: number) => {
    const next = getNextCheckAt(times, open, after(age));
    return next && next.getTime() - after(age).getTime();
  };

  it('should double the wait from 5 s to 10 min for an open payment', () => {
    expect([0, 5, 10, 20, 40].map((s) => waits(true, s * SECOND))).toEqual(
      [5, 5, 10, 20, 40].map((s) => s * SECOND),
    );
    expect(waits(true, HOUR)).toBe(10 * MINUTE);
    expect(waits(true, 9 * DAY)).toBe(10 * MINUTE);
  });

  it('should check closed payments at growing intervals and finally stop', () => {
    expect(waits(false, MINUTE)).toBe(10 * MINUTE);
    expect(waits(false, 2 * HOUR)).toBe(HOUR);
    expect(waits(false, 3 * DAY)).toBe(6 * HOUR);
    expect(waits(false, 4 * DAY)).toBe(6 * HOUR);
    expect(waits(false, 4 * DAY + 1)).toBeNull();
  });
});

describe('getReceivedAmount', () => {
  const received = (result: ChargeResult) => getReceivedAmount(paymentIn('pending'), result);

  it.each([
    ['what the provider accepted', { amountAccepted: Money.naira(4900) }, Money.naira(4900)],
    ['else what the customer paid', { amountPaid: Money.naira(4000) }, Money.naira(4000)],
  ])('should be %s', (_what, over, expected) => {
    expect(received(found(over))?.equals(expected)).toBe(true);
  });

  it.each([
    ['an unknown outcome', { outcome: 'unknown', problem: 'x' } as unknown as ChargeResult],
    ['a charge that failed', found({ status: 'failed' })],
    ['another reference', found({ reference: 'TOPUP-1235' })],
    ['another currency', found({ currency: 'USD' })],
    ['nothing accepted', found({ amountAccepted: Money.zero })],
    ['an unknown amount', found({ amountPaid: null })],
  ])('should be unknown for %s', (_what, result) => expect(received(result)).toBeNull());
});

const fee = Money.naira(75);
const booked = Money.naira(5000);
const PAID_IN_PART = Money.naira(5050);

it.each([
  ['bears it when the customer paid the amount', { fee, amountPaid: booked }, 75],
  ['bears it when the paid amount is not reported', { fee }, 75],
  ['bears it when the paid amount is unreadable', { fee, amountPaid: null }, 75],
  ['bears it when the customer paid less', { fee, amountPaid: Money.naira(4000) }, 75],
  ['bears the rest of what the customer paid on top', { fee, amountPaid: PAID_IN_PART }, 25],
  ['bears nothing when the customer paid it', { fee, amountPaid: Money.naira(5075) }, 0],
  ['bears nothing when the customer paid more', { fee, amountPaid: Money.naira(9000) }, 0],
  [
    'bears it when the provider returned the excess',
    { fee, amountPaid: PAID_IN_PART, amountAccepted: booked },
    75,
  ],
  [
    'bears it when the accepted amount is unreadable',
    { fee, amountPaid: PAID_IN_PART, amountAccepted: null },
    75,
  ],
  ['bears nothing while it is unknown', { amountPaid: booked }, 0],
  ['bears nothing of an unreadable one', { fee: null, amountPaid: booked }, 0],
  ['bears nothing of a negative one', { fee: Money.naira(-5) }, 0],
])('the shop %s', (_what, charge, naira) => {
  const fees = { fee: undefined, amountPaid: undefined, ...charge };
  expect(getShopFee(booked, found(fees))).toEqual(Money.naira(naira));
});
