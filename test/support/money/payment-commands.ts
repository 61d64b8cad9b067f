import { Money } from '../../../src/common/money/money';
import { DomainError } from '../../../src/common/errors/domain-error';
import { PaymentReviewService } from '../../../src/payments/review/payment-review.service';
import { PaymentSweeperService } from '../../../src/payments/settlement/payment-sweeper.service';
import { ChargebackService } from '../../../src/payments/reversals/chargeback.service';
import { SettlementService } from '../../../src/payments/settlement/settlement.service';
import { TopupService } from '../../../src/payments/topup/topup.service';
import { VerificationService } from '../../../src/payments/verification/verification.service';
import { PaymentWebhookService } from '../../../src/payments/webhooks/payment-webhook.service';
import { WalletService } from '../../../src/wallet/wallet.service';
import type { SeededRandom } from './seeded-random';
import type { ModelPayment } from './model';
import { LOOKS, STARTS, type Look, type Start } from './scripted-card-provider';
import type { World } from './system-under-test';

/** One thing that may happen. @returns what it was, for the story of a failure; null when it could not. */
export type Operation = (world: World, random: SeededRandom) => Promise<string | null>;

const ORIGIN = { ip: '127.0.0.1', userAgent: 'provider' };
let serial = 0;
/** Unlike any before it in this process. */
export const fresh = (word: string): string => `${word}-${String((serial += 1)).padStart(6, '0')}`;

/** The code of the refusal, or undefined when nothing was refused. @throws whatever is no refusal. */
export async function refusalOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

/** @throws Error when it came otherwise than by the rules. */
export function demand(what: string, came: unknown, wanted: unknown): void {
  if (came !== wanted)
    throw new Error(`${what}: came ${JSON.stringify(came)}, not ${JSON.stringify(wanted)}`);
}

/** Mostly the truth, so that things go on. */
const anyLook = (random: SeededRandom): Look => (random.chance(0.6) ? 'truth' : random.pick(LOOKS));

/** One that fits; mostly one of those that promise most, when there are any. */
function paymentOf(
  { model }: World,
  random: SeededRandom,
  fit: (payment: ModelPayment) => boolean,
  promising: (payment: ModelPayment) => boolean = () => true,
): ModelPayment | null {
  const fitting = model.payments.filter(fit);
  const best = fitting.filter(promising);
  if (best.length && random.chance(0.85)) return random.pick(best);
  return fitting.length ? random.pick(fitting) : null;
}

/** Whether asking the provider can still change it. */
const isUndecided = ({ status }: ModelPayment): boolean =>
  !['successful', 'review', 'rejected'].includes(status);

const idOf = async (world: World, { reference }: ModelPayment): Promise<number> =>
  (await world.sql<{ id: number }>(`SELECT id FROM payment WHERE reference = $1`, [reference]))[0]!
    .id;

/** Where a payment stands once its start has ended so. */
const STARTED = {
  ready: { refusal: undefined, status: 'pending', charge: 'pending' },
  refused: { refusal: 'PAYMENT_REFUSED', status: 'failed', charge: 'absent' },
  duplicate: { refusal: 'REFERENCE_TAKEN', status: 'rejected', charge: 'absent' },
  lost: { refusal: 'UPSTREAM_UNKNOWN', status: 'created', charge: 'absent' },
  'lost-but-made': { refusal: 'UPSTREAM_UNKNOWN', status: 'created', charge: 'pending' },
} as const;

async function begin(world: World, random: SeededRandom, start: Start): Promise<ModelPayment> {
  const customer = random.pick(world.model.customers);
  const amount = random.between(10, 500) * 100;
  const reference = fresh('TOPUP');
  world.cards.start = start;
  const { refusal, status, charge } = STARTED[start];
  const came = await refusalOf(
    world.get(TopupService).initialize(world.actor(customer), {
      amount,
      reference,
      callbackUrl: `${world.appUrl}/wallet`,
      metadata: {},
    }),
  );
  demand(`Starting a top-up (${start})`, came, refusal);
  const payment: ModelPayment = {
    reference,
    customer,
    amount,
    status,
    charge,
    begunAt: world.model.hoursAhead,
    takenBack: 0,
  };
  world.model.payments.push(payment);
  return payment;
}

export const startTopup: Operation = async (world, random) => {
  const start = random.chance(0.5) ? 'ready' : random.pick(STARTS);
  const { reference, amount } = await begin(world, random, start);
  return `${reference} of ${amount} starts ${start}`;
};

/** As it mostly goes. */
export const topUp: Operation = async (world, random) => {
  const payment = await begin(world, random, 'ready');
  payment.charge = 'success';
  world.cards.charges.get(payment.reference)!.status = 'success';
  world.cards.look = 'truth';
  await MESSENGERS.customer!(world, payment);
  world.model.learn(payment, 'truth');
  return `customer ${payment.customer.id} tops up ${payment.amount}: ${payment.reference}`;
};

export const payAtProvider: Operation = (world, random) => {
  const payment = paymentOf(
    world,
    random,
    ({ charge }) => charge === 'pending' || charge === 'failed',
  );
  if (!payment) return Promise.resolve(null);
  payment.charge = random.chance(0.8) ? 'success' : 'failed';
  world.cards.charges.get(payment.reference)!.status = payment.charge;
  return Promise.resolve(`${payment.reference} is ${payment.charge} at the provider`);
};

/** Who may bring the news that a payment was decided. */
const MESSENGERS: Record<string, (world: World, payment: ModelPayment) => Promise<unknown>> = {
  customer: (world, { customer, reference }) =>
    world.get(VerificationService).verify(world.actor(customer), reference),
  worker: async (world, payment) =>
    world.get(SettlementService).settleById(await idOf(world, payment)),
  notification: async (world, { reference }) => {
    const webhooks = world.get(PaymentWebhookService);
    const body = Buffer.from(JSON.stringify({ reference, serial: fresh('webhook') }));
    await webhooks.receive(ORIGIN, body, 'signed');
    await webhooks.receive(ORIGIN, body, 'signed');
    const kept = await world.sql<{ id: number }>(
      `SELECT id FROM payment_webhook WHERE reference = $1 AND processed_at IS NULL`,
      [reference],
    );
    await Promise.all(kept.map(({ id }) => webhooks.process(id)));
  },
};

export const askProvider: Operation = async (world, random) => {
  const payment = paymentOf(world, random, () => true, isUndecided);
  if (!payment) return null;
  const look = anyLook(random);
  const messenger = random.pick(Object.keys(MESSENGERS));
  world.cards.look = look;
  await MESSENGERS[messenger]!(world, payment);
  world.model.learn(payment, look);
  return `${messenger} has ${payment.reference} looked up: ${look}`;
};

export const askAllAtOnce: Operation = async (world, random) => {
  const payment = paymentOf(
    world,
    random,
    ({ charge }) => charge !== 'absent',
    (one) => one.charge === 'success' && isUndecided(one),
  );
  if (!payment) return null;
  world.cards.look = 'truth';
  const everybody = [...Object.values(MESSENGERS), ...Object.values(MESSENGERS)];
  await Promise.all(everybody.map((bring) => bring(world, payment)));
  world.model.learn(payment, 'truth');
  return `everybody asks about ${payment.reference} at once`;
};

export const sweepPayments: Operation = async (world) => {
  await world.get(PaymentSweeperService).sweep();
  return 'due payments are handed to workers';
};

export const review: Operation = async (world, random) => {
  const payment = paymentOf(
    world,
    random,
    () => true,
    ({ status }) => status === 'review',
  );
  if (!payment) return null;
  const accept = random.chance(0.5);
  const reviews = world.get(PaymentReviewService);
  const id = await idOf(world, payment);
  const came = await refusalOf(
    accept
      ? reviews.accept(world.staff, id, 'seen on the statement')
      : reviews.reject(world.staff, id, 'not ours', false),
  );
  const isHeld = payment.status === 'review';
  demand(`Reviewing ${payment.status}`, came, isHeld ? undefined : 'PAYMENT_NOT_IN_REVIEW');
  if (isHeld && accept) world.model.credit(payment.customer, payment.amount);
  if (isHeld) payment.status = accept ? 'successful' : 'rejected';
  return `staff ${accept ? 'accept' : 'reject'} ${payment.reference}`;
};

export const chargeBack: Operation = async (world, random) => {
  const payment = paymentOf(
    world,
    random,
    ({ status }) => status === 'successful',
    ({ takenBack, amount, customer }) => takenBack === 0 && customer.balance < amount,
  );
  if (!payment) return null;
  const amount = random.chance(0.6) ? payment.amount : random.between(1, payment.amount);
  const work = world
    .get(ChargebackService)
    .record(world.staff, await idOf(world, payment), 'the bank says so', amount);
  const came = await refusalOf(work);
  if (payment.takenBack > 0) {
    const isTooMuch =
      payment.takenBack < payment.amount && amount > payment.amount - payment.takenBack;
    demand('A second chargeback', came, isTooMuch ? 'VALIDATION_FAILED' : 'ALREADY_CHARGED_BACK');
  } else {
    demand('A chargeback', came, undefined);
    world.model.takeBack(payment, amount);
  }
  return `the bank takes ${amount} of ${payment.reference} back`;
};

export const fund: Operation = async (world, random) => {
  const debtors = world.model.customers.filter(({ owed }) => owed > 0);
  const customer = random.pick(debtors.length ? debtors : world.model.customers);
  const amount = random.between(1, 800) * 100;
  const reference = fresh('FUND');
  const give = () =>
    world.uow.run(() =>
      world.get(WalletService).credit(
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
  await Promise.all(random.chance(0.3) ? [give(), give(), give()] : [give()]);
  world.model.credit(customer, amount);
  return `staff fund customer ${customer.id} with ${amount}`;
};

export const letTimePass: Operation = (world, random) => {
  const hours = random.chance(0.7) ? 1 : 25;
  world.advance(hours);
  return Promise.resolve(`${hours} h pass`);
};
