import { Money } from '../../common/money/money';
import { getShopFee } from './provider-fee';

const fee = Money.naira(75);
const booked = Money.naira(5000);
const PAID_IN_PART = Money.naira(5050);

// spec: M13.2
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
  const part = { fee: undefined, amountPaid: undefined, amountAccepted: undefined, ...charge };
  expect(getShopFee(booked, part)).toEqual(Money.naira(naira));
});
