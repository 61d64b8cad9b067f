import { MAX_OPEN_TOPUPS } from '../../../src/payments/payments.types';
import { TopupService } from '../../../src/payments/topup/topup.service';
import type { ModelCustomer, ModelPayment } from './model';
import {
  catchErrorCode,
  expectOutcome,
  nextId,
  SETTLEMENT_TRIGGERS,
  type Command,
} from './payment-commands';
import type { ModelCoupon } from './promotions-model';
import { CHECKOUT_REPLIES, type CheckoutReply } from './scripted-card-provider';
import type { SeededRandom } from './seeded-random';
import type { SystemUnderTest } from './system-under-test';

/** Expected error code and state after each checkout reply. */
const EXPECTED_AFTER_START = {
  ready: { refusal: undefined, status: 'pending', charge: 'pending' },
  refused: { refusal: 'PAYMENT_REFUSED', status: 'failed', charge: 'absent' },
  duplicate: { refusal: 'REFERENCE_TAKEN', status: 'rejected', charge: 'absent' },
  lost: { refusal: 'UPSTREAM_UNKNOWN', status: 'created', charge: 'absent' },
  'lost-but-made': { refusal: 'UPSTREAM_UNKNOWN', status: 'created', charge: 'pending' },
} as const;

/** A top-up that a customer asks for. */
export interface TopupDraft {
  readonly customer: ModelCustomer;
  readonly amount: number;
  readonly reference: string;
  readonly coupon: ModelCoupon | null;
}

export const draftTopup = (
  customer: ModelCustomer,
  random: SeededRandom,
  coupon: ModelCoupon | null = null,
): TopupDraft => ({
  customer,
  amount: random.between(10, 500) * 100,
  reference: nextId('TOPUP'),
  coupon,
});

/** @returns the code of the refusal. */
export const requestTopup = (
  system: SystemUnderTest,
  { customer, amount, reference, coupon }: TopupDraft,
): Promise<string | undefined> =>
  catchErrorCode(
    system.get(TopupService).initialize(system.actor(customer), {
      ...{ amount, reference, coupon: coupon?.code, metadata: {} },
      callback_url: `${system.appUrl}/wallet`,
    }),
  );

/** @returns the code with which the shop refuses it before it asks the provider. */
export function findTopupRefusal({ model }: SystemUnderTest, draft: TopupDraft) {
  const { customer, amount, coupon } = draft;
  if (model.countOpenTopups(customer) >= MAX_OPEN_TOPUPS) return 'TOO_MANY_OPEN_TOP_UPS';
  if (!coupon) return undefined;
  const { promotions } = model;
  const isLeft = promotions.countFreeUses(coupon) > 0 || promotions.isHeldBy(coupon, customer);
  return isLeft && promotions.isOffered(coupon, customer, amount) ? undefined : 'VALIDATION_FAILED';
}

/** A top-up that was started, with the provider's reply. */
export function recordTopup(
  { model }: SystemUnderTest,
  { customer, amount, reference, coupon }: TopupDraft,
  start: CheckoutReply,
): ModelPayment {
  const { status, charge } = EXPECTED_AFTER_START[start];
  const payment: ModelPayment = {
    ...{ reference, customer, amount, status, charge },
    line: 'pending',
    startedAtHour: model.hoursAhead,
    clawedBack: 0,
    received: null,
    credited: 0,
  };
  model.payments.push(payment);
  if (coupon) model.promotions.reserve(coupon, payment);
  if (status === 'failed' || status === 'rejected') model.close(payment);
  return payment;
}

/** @returns null when the shop refuses it. */
export async function startPayment(
  system: SystemUnderTest,
  draft: TopupDraft,
  start: CheckoutReply,
): Promise<ModelPayment | null> {
  system.cards.checkoutReply = start;
  const refusal = findTopupRefusal(system, draft);
  const actual = await requestTopup(system, draft);
  expectOutcome(
    `Starting a top-up (${start})`,
    actual,
    refusal ?? EXPECTED_AFTER_START[start].refusal,
  );
  return refusal ? null : recordTopup(system, draft, start);
}

/** The provider has the money of a payment. */
export function payCharge(system: SystemUnderTest, payment: ModelPayment): void {
  payment.charge = 'success';
  system.cards.charges.get(payment.reference)!.status = 'success';
  system.cards.chargeReply = 'truth';
}

export const startTopup: Command = async (system, random) => {
  const start = random.chance(0.5) ? 'ready' : random.pick(CHECKOUT_REPLIES);
  const draft = draftTopup(random.pick(system.model.customers), random);
  const payment = await startPayment(system, draft, start);
  if (!payment) return 'a top-up too many is refused';
  return `${payment.reference} of ${payment.amount} starts ${start}`;
};

/** The ordinary case: started, paid and credited. */
export const topUp: Command = async (system, random) => {
  const draft = draftTopup(random.pick(system.model.customers), random);
  const payment = await startPayment(system, draft, 'ready');
  if (!payment) return 'a top-up too many is refused';
  payCharge(system, payment);
  await SETTLEMENT_TRIGGERS.customer!(system, payment);
  system.model.applyChargeReply(payment, 'truth');
  return `customer ${payment.customer.id} tops up ${payment.amount}: ${payment.reference}`;
};
