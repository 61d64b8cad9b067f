import { Money } from '../../../src/common/money/money';
import { HOUR } from '../../../src/common/time/clock';
import { CouponAdministrationService } from '../../../src/payments/coupons/coupon-administration.service';
import { ChargebackService } from '../../../src/payments/reversals/chargeback.service';
import { ReferralRewardsService } from '../../../src/referrals/referral-rewards.service';
import {
  catchErrorCode,
  expectOutcome,
  findPaymentId,
  isUndecided,
  nextId,
  SETTLEMENT_TRIGGERS,
  type Command,
} from './payment-commands';
import type { ModelCoupon, ModelReward } from './promotions-model';
import { applyToModel, buy } from './purchase-commands';
import { CHECKOUT_REPLIES } from './scripted-card-provider';
import type { SeededRandom } from './seeded-random';
import type { SystemUnderTest } from './system-under-test';
import {
  draftTopup,
  findTopupRefusal,
  payCharge,
  recordTopup,
  requestTopup,
  startPayment,
} from './topup-commands';

/** Between two steps of the clock. */
const LIFETIME_HOURS = 12.5;

/** Mostly with few uses, so that customers compete for them. */
export const createCoupon: Command = async (system, random) => {
  const isPercentage = random.chance(0.7);
  const maxUses = random.chance(0.8) ? random.between(1, 3) : null;
  const terms = {
    code: nextId('SAVE'),
    percent: isPercentage ? random.between(1, 40) : null,
    bonus: isPercentage ? null : random.between(1, 5000),
    maxBonus: isPercentage && random.chance(0.5) ? random.between(50, 3000) : null,
    minimum: random.chance(0.3) ? random.between(10, 300) * 100 : 0,
    maxUses,
    perCustomer: random.between(1, Math.min(2, maxUses ?? 2)),
  };
  const isLimited = random.chance(0.3);
  const { id } = await system.get(CouponAdministrationService).create(system.staff, {
    code: terms.code,
    percent: terms.percent ?? undefined,
    bonus: terms.bonus ?? undefined,
    max_bonus: terms.maxBonus ?? undefined,
    minimum_topup: terms.minimum,
    max_uses: terms.maxUses ?? undefined,
    per_customer: terms.perCustomer,
    ends_at: isLimited ? new Date(system.clock.now().getTime() + LIFETIME_HOURS * HOUR) : undefined,
  });
  const endsAtHour = isLimited ? system.model.hoursAhead + LIFETIME_HOURS : null;
  system.model.promotions.coupons.push({ id, ...terms, endsAtHour, isEndedByStaff: false });
  return `staff create the coupon ${JSON.stringify(terms)}`;
};

/** By two members of staff at once. */
export const endCoupon: Command = async (system, random) => {
  const { promotions } = system.model;
  if (!promotions.coupons.length) return null;
  const coupon = random.pick(promotions.coupons);
  const end = () =>
    catchErrorCode(
      system.get(CouponAdministrationService).end(system.staff, coupon.id, 'too dear'),
    );
  const codes = (await Promise.all([end(), end()])).sort();
  expectOutcome(
    'Ending a coupon',
    codes[1],
    promotions.isOver(coupon) ? 'COUPON_ENDED' : undefined,
  );
  expectOutcome('Ending it again', codes[0], 'COUPON_ENDED');
  coupon.isEndedByStaff = true;
  return `staff end ${coupon.code}`;
};

/** In 85 % of the cases one that can be used. */
function pickCoupon({ model }: SystemUnderTest, random: SeededRandom): ModelCoupon | null {
  const { promotions } = model;
  const usable = promotions.coupons.filter(
    (coupon) => !promotions.isOver(coupon) && promotions.countFreeUses(coupon) > 0,
  );
  if (usable.length && random.chance(0.85)) return random.pick(usable);
  return promotions.coupons.length ? random.pick(promotions.coupons) : null;
}

/** Started, and mostly paid and credited at once. */
export const topUpWithCoupon: Command = async (system, random) => {
  const coupon = pickCoupon(system, random);
  if (!coupon) return null;
  const draft = draftTopup(random.pick(system.model.customers), random, coupon);
  const start = random.chance(0.8) ? 'ready' : random.pick(CHECKOUT_REPLIES);
  const payment = await startPayment(system, draft, start);
  const what = `${draft.reference} of ${draft.amount} with ${coupon.code}`;
  if (!payment) return `${what} is refused`;
  if (start !== 'ready' || random.chance(0.4)) return `${what} starts ${start}`;
  payCharge(system, payment);
  await Promise.all(Object.values(SETTLEMENT_TRIGGERS).map((run) => run(system, payment)));
  system.model.applyChargeReply(payment, 'truth');
  return `${what} is paid`;
};

/** Every customer starts a top-up with the same coupon at once. */
export const raceForLastUse: Command = async (system, random) => {
  const coupon = pickCoupon(system, random);
  if (!coupon) return null;
  const { customers, promotions } = system.model;
  const drafts = customers.map((customer) => draftTopup(customer, random, coupon));
  const isOffered = drafts.map((draft) => {
    const refusal = findTopupRefusal(system, { ...draft, coupon: null });
    return !refusal && promotions.isOffered(coupon, draft.customer, draft.amount);
  });
  const isHeld = drafts.map(({ customer }) => promotions.isHeldBy(coupon, customer));
  const free = promotions.countFreeUses(coupon);
  system.cards.checkoutReply = 'ready';
  const codes = await Promise.all(drafts.map((draft) => requestTopup(system, draft)));
  let [started, competing] = [0, 0];
  for (const [index, draft] of drafts.entries()) {
    const isStarted = codes[index] === undefined;
    if (!isOffered[index] || isHeld[index])
      expectOutcome(`${draft.reference} with ${coupon.code}`, isStarted, isOffered[index]);
    else {
      competing += 1;
      started += Number(isStarted);
    }
    if (isStarted) recordTopup(system, draft, 'ready');
  }
  expectOutcome(`Top-ups with ${coupon.code}`, started, Math.min(free, competing));
  return `${competing} customers compete for ${free} uses of ${coupon.code}`;
};

/** A payment whose use of a coupon was released is paid after all, while another customer starts one with it. */
export const payLateForLastUse: Command = async (system, random) => {
  const { model } = system;
  const late = model.promotions.redemptions.filter(
    ({ payment, isReleased, coupon }) =>
      isReleased &&
      isUndecided(payment) &&
      payment.charge !== 'absent' &&
      !model.promotions.isOver(coupon),
  );
  if (!late.length) return null;
  const { coupon, payment } = random.pick(late);
  const others = model.customers.filter((customer) => customer !== payment.customer);
  const draft = draftTopup(random.pick(others), random, coupon);
  payCharge(system, payment);
  system.cards.checkoutReply = 'ready';
  const [code] = await Promise.all([
    requestTopup(system, draft),
    ...Object.values(SETTLEMENT_TRIGGERS).map((run) => run(system, payment)),
  ]);
  // Whichever came first; the other finds what it has left.
  if (code === undefined) {
    expectOutcome('A top-up meanwhile', findTopupRefusal(system, draft), undefined);
    recordTopup(system, draft, 'ready');
  }
  model.applyChargeReply(payment, 'truth');
  if (code !== undefined)
    expectOutcome('A top-up meanwhile', code, findTopupRefusal(system, draft));
  return `${payment.reference} is paid late while ${draft.reference} starts with ${coupon.code}: ${code ?? 'started'}`;
};

/** In the order in which they are booked by one worker. */
async function findDue(system: SystemUnderTest): Promise<ModelReward[]> {
  const { dueRewards } = system.model.promotions;
  const rows = await system.sql<{ reference: string }>(
    `SELECT p.reference FROM referral_reward r JOIN payment p ON p.id = r.payment_id
     WHERE p.reference = ANY($1) ORDER BY r.id`,
    [dueRewards.map(({ payment }) => payment.reference)],
  );
  return rows.map(({ reference }) =>
    dueRewards.find(({ payment }) => payment.reference === reference)!,
  );
}

/** One worker, or several where the order of the bookings decides nothing. */
export const bookRewards: Command = async (system, random) => {
  const due = await findDue(system);
  if (!due.length) return null;
  const isOrdered = due.length > 1 && due.some(({ status }) => status === 'take_back_due');
  const workers = isOrdered ? 1 : random.between(1, 4);
  const book = () => system.get(ReferralRewardsService).bookDue();
  await Promise.all(Array.from({ length: workers }, book));
  const statuses = due.map(({ status }) => status).join(', ');
  for (const reward of due) system.model.promotions.book(reward);
  return `${workers} workers book rewards: ${statuses}`;
};

/** Workers book rewards while a payment that may bring one is settled; the last of them books what is left. */
export const settleWhileBooking: Command = async (system, random) => {
  const { model } = system;
  const { promotions } = model;
  const open = model.payments.filter(
    (payment) =>
      payment.charge !== 'absent' &&
      isUndecided(payment) &&
      promotions.referrers.has(payment.customer),
  );
  if (!open.length || promotions.dueRewards.some(({ status }) => status === 'take_back_due'))
    return null;
  const payment = random.pick(open);
  payCharge(system, payment);
  const book = () => system.get(ReferralRewardsService).bookDue();
  const settle = Object.values(SETTLEMENT_TRIGGERS).map((run) => run(system, payment));
  await Promise.all([book(), ...settle, book()]);
  await book();
  model.applyChargeReply(payment, 'truth');
  for (const reward of promotions.dueRewards) promotions.book(reward);
  return `${payment.reference} is settled while rewards are booked`;
};

/** A referrer buys while two workers take the reward back, or book it. */
export const spendWhileBooking: Command = async (system) => {
  const { model } = system;
  const due = model.promotions.dueRewards;
  if (due.length !== 1) return null;
  const [reward] = due as [ModelReward];
  const { status } = reward;
  const request = { customer: reward.referrer, key: nextId('key'), quantity: 1, country: null };
  const book = () => system.get(ReferralRewardsService).bookDue();
  const [code] = await Promise.all([catchErrorCode(buy(system, request)), book(), book()]);
  // A purchase that succeeded came first, or made no difference; a refused one came first before a credit.
  const isBookedFirst = (status === 'take_back_due') === (code !== undefined);
  if (isBookedFirst) model.promotions.book(reward);
  expectOutcome('A purchase meanwhile', code, applyToModel(system, request));
  if (!isBookedFirst) model.promotions.book(reward);
  return `customer ${reward.referrer.id} buys while a reward is booked (${status}): ${code ?? 'ordered'}`;
};

/** A top-up with a bonus is charged back in two parts, and one of the disputes is won. */
export const winPartOfDispute: Command = async (system, random) => {
  const { model } = system;
  const credited = model.promotions.redemptions.filter(
    ({ granted, payment }) => granted !== null && payment.clawedBack === 0 && payment.credited > 1,
  );
  if (!credited.length) return null;
  const { payment } = random.pick(credited);
  const id = await findPaymentId(system, payment);
  const chargebacks = system.get(ChargebackService);
  const part = random.between(1, payment.credited - 1);
  const parts = [part, payment.credited - part];
  for (const naira of parts) {
    const request = { reason: 'the bank says so', amount: Money.naira(naira) };
    await chargebacks.record(system.staff, id, request);
    model.clawback(payment, naira);
  }
  const recorded = await system.sql<{ id: number; naira: number }>(
    `SELECT id, amount_kobo::int / 100 AS naira FROM payment_chargeback
     WHERE payment_id = $1 AND won_at IS NULL ORDER BY id`,
    [id],
  );
  const won = random.pick(recorded);
  await chargebacks.win(system.staff, id, won.id, 'the bank agrees');
  model.putBack(payment, won.naira);
  return `${payment.reference} is charged back in parts of ${parts.join(' and ')}, and ${won.naira} won`;
};
