import { Money } from '../../common/money/money';
import { matchItem, type MatchCandidate, type MatchedPayment } from './payout-item.service';
import type { ProviderPayoutItem } from '../korapay/korapay.types';

const naira = (amount: number) => Money.naira(amount);
const payment = (over: Partial<MatchedPayment> = {}): MatchedPayment => ({
  id: 1,
  reference: 'A',
  status: 'successful',
  amount: naira(5000),
  received: null,
  credited: null,
  feeBooked: naira(75),
  chargedBack: naira(0),
  ...over,
});
const candidate = (over: Partial<MatchCandidate> = {}): MatchCandidate => ({
  payment: payment(),
  refunded: null,
  isRefundKnown: false,
  isMatched: false,
  deducted: Money.zero,
  held: Money.zero,
  ...over,
});
const item = (kind: ProviderPayoutItem['kind'], amount: number, fee = 0): ProviderPayoutItem => ({
  kind,
  reference: 'A',
  amount: naira(amount),
  fee: naira(fee),
});

describe('A charge in a payout', () => {
  it.each<[string, ProviderPayoutItem, Partial<MatchedPayment>, object]>([
    ['matches', item('charge', 5000, 75), {}, { result: 'matched', shopFee: naira(75) }],
    ['corrects the fee', item('charge', 5000, 90), {}, { result: 'matched', shopFee: naira(90) }],
    [
      'matches when the customer bore the fee',
      item('charge', 5075, 75),
      {},
      { result: 'matched', shopFee: Money.zero },
    ],
    [
      'differs when more came',
      item('charge', 5100, 75),
      {},
      { result: 'amount_differs', expected: naira(4925) },
    ],
    ['differs when less came', item('charge', 4999, 75), {}, { result: 'amount_differs' }],
    [
      'matches what was received',
      item('charge', 6000, 75),
      { received: naira(6000), credited: naira(5000) },
      { result: 'matched' },
    ],
    [
      'matches in review',
      item('charge', 4000, 75),
      { status: 'review', received: naira(4000) },
      { result: 'matched' },
    ],
    [
      'is not booked when it is unknown what was paid',
      item('charge', 5000, 75),
      { status: 'review' },
      { result: 'not_booked' },
    ],
    [
      'is not booked while it is pending',
      item('charge', 5000, 75),
      { status: 'pending' },
      { result: 'not_booked' },
    ],
  ])('%s', (_what, one, over, expected) => {
    expect(matchItem(one, candidate({ payment: payment(over) }))).toMatchObject(expected);
  });

  it('is a duplicate or unknown', () => {
    const charge = item('charge', 5000, 75);
    expect(matchItem(charge, candidate({ isMatched: true })).result).toBe('duplicate');
    expect(matchItem(charge, candidate({ payment: null })).result).toBe('unknown_reference');
    expect(matchItem(item('other', 1), candidate()).result).toBe('unknown_reference');
  });
});

it.each<[string, Partial<MatchCandidate>]>([
  ['matched', { isRefundKnown: true, refunded: naira(500) }],
  ['amount_differs', { isRefundKnown: true, refunded: naira(501) }],
  ['not_booked', { isRefundKnown: true }],
  ['unknown_reference', {}],
  ['duplicate', { isRefundKnown: true, refunded: naira(500), isMatched: true }],
])('a refund in a payout is %s', (result, over) => {
  expect(matchItem(item('refund', -500, 10), candidate(over)).result).toBe(result);
});

it.each<[string, number, number, number, number, string, string | undefined]>([
  // amount, charged back, deducted before, held
  ['is held without a chargeback', -5000, 0, 0, 0, 'matched', 'hold'],
  ['is of a chargeback', -5000, 5000, 0, 0, 'matched', undefined],
  ['is of a part of a chargeback', -2000, 5000, 3000, 0, 'matched', undefined],
  ['exceeds the chargebacks', -3000, 5000, 3000, 0, 'amount_differs', undefined],
  ['is held after another chargeback', -1000, 3000, 3000, 0, 'matched', 'hold'],
  ['exceeds what was credited', -5001, 0, 0, 0, 'amount_differs', undefined],
  ['exceeds what is left beside another hold', -3000, 0, 3000, 3000, 'amount_differs', undefined],
  ['deducts nothing', 0, 0, 0, 0, 'amount_differs', undefined],
  ['returns what was held', 3000, 0, 3000, 3000, 'matched', 'release'],
  ['returns a part of it', 1000, 0, 3000, 3000, 'matched', 'release'],
  ['returns what was put back into the wallet', 3000, 2000, 5000, 0, 'matched', undefined],
  ['returns a recorded chargeback', 3000, 5000, 5000, 0, 'not_booked', undefined],
  ['returns what was not deducted', 3000, 0, 0, 0, 'not_booked', undefined],
])('a dispute %s', (_what, amount, chargedBack, deducted, held, result, dispute) => {
  const decision = matchItem(
    item('dispute', amount),
    candidate({
      payment: payment({ chargedBack: naira(chargedBack) }),
      deducted: naira(deducted),
      held: naira(held),
    }),
  );
  expect(decision).toMatchObject({ result, ...(dispute && { dispute }) });
  expect(decision.dispute).toBe(dispute);
});
