import { Money } from '../../../src/common/money/money';
import { DomainError } from '../../../src/common/errors/domain-error';
import { TopupService } from '../../../src/payments/topup/topup.service';
import { PaymentReviewService } from '../../../src/payments/review/payment-review.service';
import { PaymentSweeperService } from '../../../src/payments/settlement/payment-sweeper.service';
import { ChargebackService } from '../../../src/payments/reversals/chargeback.service';
import { CREDIT_CHOICES } from '../../../src/payments/payments.types';
import { SettlementService } from '../../../src/payments/settlement/settlement.service';
import { PaymentWebhookService } from '../../../src/payments/webhooks/payment-webhook.service';
import { WalletService } from '../../../src/wallet/wallet.service';
import type { SeededRandom } from './seeded-random';
import type { ModelPayment } from './model';
import { CHARGE_REPLIES, type ChargeReply } from './scripted-card-provider';
import type { SystemUnderTest } from './system-under-test';

/** One step of a random run. @returns its description for the failure report; null when its precondition does not hold. */
export type Command = (system: SystemUnderTest, random: SeededRandom) => Promise<string | null>;

const ORIGIN = { ip: '127.0.0.1', userAgent: 'provider' };
let serial = 0;
/** Unique within this process. */
export const nextId = (prefix: string): string =>
  `${prefix}-${String((serial += 1)).padStart(6, '0')}`;

/** @returns the code of a DomainError, undefined on success. @throws every other error. */
export async function catchErrorCode(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

/** @throws Error when the outcome differs from the model's. */
export function expectOutcome(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected)
    throw new Error(`${what}: got ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`);
}

/** Favours `truth`, so that payments progress. */
const randomChargeReply = (random: SeededRandom): ChargeReply =>
  random.chance(0.6) ? 'truth' : random.pick(CHARGE_REPLIES);

/** Picks a payment that matches, in 85 % of the cases one that is preferred as well. */
function pickPayment(
  { model }: SystemUnderTest,
  random: SeededRandom,
  matches: (payment: ModelPayment) => boolean,
  isPreferred: (payment: ModelPayment) => boolean = () => true,
): ModelPayment | null {
  const candidates = model.payments.filter(matches);
  const preferred = candidates.filter(isPreferred);
  if (preferred.length && random.chance(0.85)) return random.pick(preferred);
  return candidates.length ? random.pick(candidates) : null;
}

/** Whether a charge lookup can still change it. */
export const isUndecided = ({ status }: ModelPayment): boolean =>
  !['successful', 'review', 'rejected'].includes(status);

export const findPaymentId = async (
  system: SystemUnderTest,
  { reference }: ModelPayment,
): Promise<number> =>
  (await system.sql<{ id: number }>(`SELECT id FROM payment WHERE reference = $1`, [reference]))[0]!
    .id;

export const decideCharge: Command = (system, random) => {
  const payment = pickPayment(
    system,
    random,
    ({ charge }) => charge === 'pending' || charge === 'failed',
  );
  if (!payment) return Promise.resolve(null);
  payment.charge = random.chance(0.8) ? 'success' : 'failed';
  system.cards.charges.get(payment.reference)!.status = payment.charge;
  return Promise.resolve(`${payment.reference} is ${payment.charge} at the provider`);
};

export const SETTLEMENT_TRIGGERS: Record<
  string,
  (system: SystemUnderTest, payment: ModelPayment) => Promise<unknown>
> = {
  customer: (system, { customer, reference }) =>
    system.get(TopupService).verify(system.actor(customer), reference),
  worker: async (system, payment) =>
    system.get(SettlementService).settleById(await findPaymentId(system, payment)),
  notification: async (system, { reference }) => {
    const webhooks = system.get(PaymentWebhookService);
    const body = Buffer.from(JSON.stringify({ reference, serial: nextId('webhook') }));
    await webhooks.receive(ORIGIN, body, 'signed');
    await webhooks.receive(ORIGIN, body, 'signed');
    const kept = await system.sql<{ id: number }>(
      `SELECT id FROM payment_webhook WHERE reference = $1 AND processed_at IS NULL`,
      [reference],
    );
    await Promise.all(kept.map(({ id }) => webhooks.process(id)));
  },
};

export const settle: Command = async (system, random) => {
  const payment = pickPayment(system, random, () => true, isUndecided);
  if (!payment) return null;
  const reply = randomChargeReply(random);
  const trigger = random.pick(Object.keys(SETTLEMENT_TRIGGERS));
  system.cards.chargeReply = reply;
  await SETTLEMENT_TRIGGERS[trigger]!(system, payment);
  system.model.applyChargeReply(payment, reply);
  return `${trigger} settles ${payment.reference}: ${reply}`;
};

export const settleConcurrently: Command = async (system, random) => {
  const payment = pickPayment(
    system,
    random,
    ({ charge }) => charge !== 'absent',
    (one) => one.charge === 'success' && isUndecided(one),
  );
  if (!payment) return null;
  system.cards.chargeReply = 'truth';
  const triggers = [...Object.values(SETTLEMENT_TRIGGERS), ...Object.values(SETTLEMENT_TRIGGERS)];
  await Promise.all(triggers.map((run) => run(system, payment)));
  system.model.applyChargeReply(payment, 'truth');
  return `all triggers settle ${payment.reference} concurrently`;
};

/** Alone, or while the payment is settled. */
export const cancel: Command = async (system, random) => {
  const payment = pickPayment(system, random, () => true, isUndecided);
  if (!payment) return null;
  const { customer, reference, line, status } = payment;
  const checkouts = system.get(TopupService);
  const isOpen = status === 'created' || status === 'pending';
  const refusal =
    line === 'cancelled' || (line === 'pending' && isOpen) ? undefined : 'PAYMENT_NOT_PENDING';
  const isSettling = random.chance(0.3) && payment.charge === 'success' && isUndecided(payment);
  system.cards.chargeReply = 'truth';
  const work = [
    catchErrorCode(checkouts.cancel(system.actor(customer), reference)),
    ...(isSettling ? Object.values(SETTLEMENT_TRIGGERS).map((run) => run(system, payment)) : []),
  ];
  const [actual] = await Promise.all(work);
  if (!isSettling || actual === undefined) expectOutcome('A cancellation', actual, refusal);
  if (refusal === undefined) payment.line = 'cancelled';
  if (actual === undefined) system.model.promotions.release(payment);
  if (isSettling) system.model.applyChargeReply(payment, 'truth');
  return `customer ${customer.id} cancels ${reference}${isSettling ? ' while it is settled' : ''}`;
};

/** The payments in the order in which the ledger has them, the ones that it has not last. */
async function sortBySettlement(
  system: SystemUnderTest,
  payments: readonly ModelPayment[],
): Promise<ModelPayment[]> {
  const settled = await system.sql<{ reference: string }>(
    `SELECT reference FROM wallet_transaction WHERE reference = ANY($1) AND ledger_transaction_id IS NOT NULL
     ORDER BY ledger_transaction_id DESC`,
    [payments.map(({ reference }) => reference)],
  );
  const order = settled.map(({ reference }) => reference);
  return payments.toSorted((a, b) => order.indexOf(b.reference) - order.indexOf(a.reference));
}

export const sweepPayments: Command = async (system, random) => {
  const { model } = system;
  const reply = randomChargeReply(random);
  system.cards.chargeReply = reply;
  const due = await system.clock.hold(async (now) => {
    const rows = await system.sql<{ reference: string }>(
      'SELECT reference FROM payment WHERE next_check_at <= $1',
      [now],
    );
    const references = new Set(rows.map(({ reference }) => reference));
    const payments = model.payments.filter(({ reference }) => references.has(reference));
    // Which of them gets the last use of a coupon, the model cannot tell.
    if (model.promotions.compete(payments)) return null;
    await system.get(PaymentSweeperService).sweep();
    return payments;
  });
  if (!due) return null;
  for (const payment of await sortBySettlement(system, due)) model.applyChargeReply(payment, reply);
  return `the sweeper checks ${due.length} due payments: ${reply}`;
};

export const review: Command = async (system, random) => {
  const payment = pickPayment(
    system,
    random,
    () => true,
    ({ status }) => status === 'review',
  );
  if (!payment) return null;
  const accept = random.chance(0.5);
  const choice = random.pick(CREDIT_CHOICES);
  const reviews = system.get(PaymentReviewService);
  const id = await findPaymentId(system, payment);
  const actual = await catchErrorCode(
    accept
      ? reviews.accept(system.staff, id, 'seen on the statement', choice)
      : reviews.reject(system.staff, id, 'not ours', false),
  );
  const isHeld = payment.status === 'review';
  const isUnknown = accept && choice === 'paid' && payment.received === null;
  expectOutcome(
    `Reviewing ${payment.status}`,
    actual,
    !isHeld ? 'PAYMENT_NOT_IN_REVIEW' : isUnknown ? 'PAID_AMOUNT_UNKNOWN' : undefined,
  );
  if (isHeld && accept && !isUnknown) system.model.accept(payment, choice);
  if (isHeld && !accept) {
    payment.status = 'rejected';
    system.model.close(payment);
  }
  return `staff ${accept ? `accept the ${choice} amount of` : 'reject'} ${payment.reference}`;
};

export const chargeBack: Command = async (system, random) => {
  const payment = pickPayment(
    system,
    random,
    ({ status }) => status === 'successful',
    ({ clawedBack: takenBack, credited, customer }) =>
      takenBack === 0 && customer.balance < credited,
  );
  if (!payment) return null;
  const amount = random.chance(0.6) ? payment.credited : random.between(1, payment.credited);
  const work = system
    .get(ChargebackService)
    .record(system.staff, await findPaymentId(system, payment), {
      reason: 'the bank says so',
      amount: Money.naira(amount),
    });
  const actual = await catchErrorCode(work);
  const left = payment.credited - payment.clawedBack;
  const refusal =
    left === 0 ? 'ALREADY_CHARGED_BACK' : amount > left ? 'VALIDATION_FAILED' : undefined;
  expectOutcome('A chargeback', actual, refusal);
  if (refusal === undefined) system.model.clawback(payment, amount);
  return `the bank takes ${amount} of ${payment.reference} back: ${refusal ?? 'taken'}`;
};

/** Two concurrent calls, of which one counts. */
export const winDispute: Command = async (system, random) => {
  const payment = pickPayment(system, random, ({ clawedBack }) => clawedBack > 0);
  if (!payment) return null;
  const id = await findPaymentId(system, payment);
  const [chargeback] = await system.sql<{ id: number; naira: number }>(
    `SELECT id, amount_kobo::int / 100 AS naira FROM payment_chargeback
     WHERE payment_id = $1 AND won_at IS NULL ORDER BY id LIMIT 1`,
    [id],
  );
  const win = () =>
    catchErrorCode(
      system.get(ChargebackService).win(system.staff, id, chargeback!.id, 'the bank agrees'),
    );
  const codes = await Promise.all([win(), win()]);
  expectOutcome('Won disputes', codes.filter((code) => code === undefined).length, 1);
  expectOutcome('A dispute won twice', codes.includes('CHARGEBACK_NOT_WINNABLE'), true);
  system.model.putBack(payment, chargeback!.naira);
  return `the dispute of ${chargeback!.naira} of ${payment.reference} is won`;
};

export const fund: Command = async (system, random) => {
  const debtors = system.model.customers.filter(({ owed }) => owed > 0);
  const customer = random.pick(debtors.length ? debtors : system.model.customers);
  const amount = random.between(1, 800) * 100;
  const reference = nextId('FUND');
  const credit = () =>
    system.uow.run(() =>
      system.get(WalletService).credit(
        {
          userId: customer.id,
          reference,
          type: 'credit',
          purpose: 'funding',
          amount: Money.naira(amount),
          description: 'Funded by staff',
        },
        {
          idempotencyKey: `funding:${reference}`,
          kind: 'admin_funding',
          against: 'adjustments',
        },
      ),
    );
  await Promise.all(random.chance(0.3) ? [credit(), credit(), credit()] : [credit()]);
  system.model.credit(customer, amount);
  return `staff fund customer ${customer.id} with ${amount}`;
};

export const advanceClock: Command = (system, random) => {
  const hours = random.chance(0.7) ? 1 : 25;
  system.advance(hours);
  return Promise.resolve(`${hours} h pass`);
};
