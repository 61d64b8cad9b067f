import type { CrashPoint } from '../../../src/common/crash-point';
import { Customer, unique, type Purchase } from './customer';
import { findExtensions, findLines, findOrders } from './customer-rows';
import { byCustomer, byMember, START_BALANCE, type CreateBuying } from './crash-buyers';
import type { CrashLab } from './crash-lab';
import type { ApiResponse, Envelope } from './site';
import { REFUND_CRASH_TRIAL, STAFF_CRASH_TRIALS } from './staff-crash-trials';
import { TEAM_CRASH_TRIALS } from './team-crash-trials';
import { TRANSFER_CRASH_TRIALS } from './transfer-crash-trials';
import { WEBHOOK_CRASH_TRIALS } from './webhook-crash-trials';

/** Assertions after the drain. */
export type Assertions = () => Promise<void>;

export interface Trial {
  readonly point: CrashPoint;
  /** Which of several trials at the point. */
  readonly subject?: string;
  /** Runs the action. @returns assertions to run after the drain. */
  run(lab: CrashLab): Promise<Assertions>;
}

export const toName = ({ point, subject }: Trial): string =>
  subject === undefined ? point : `${point} (${subject})`;

const QUANTITY = 2;

type Buy = (buyer: Customer, key: string) => Promise<ApiResponse<Envelope<Purchase>>>;

/** A purchase whose API crashes: nothing of it holds, and the buyer retries with the same key. */
const purchase = (point: CrashPoint, isDatacenter: boolean, createBuying: CreateBuying): Trial => ({
  point,
  async run(lab) {
    const { buyer, payer, expectPaid } = await createBuying(lab);
    const [country] = await lab.sql<{ id: number }>(
      `SELECT id FROM catalog_country WHERE code = 'ng'`,
    );
    const key = unique('key');
    const buy: Buy = (customer, idempotencyKey) =>
      isDatacenter
        ? customer.tryToBuyDatacenter(country!.id, { quantity: QUANTITY }, idempotencyKey)
        : customer.tryToBuy({}, idempotencyKey);
    await lab.crashApi(point, (site) => buy(buyer.at(site), key));
    return async () => {
      expect(await findOrders(lab, payer)).toEqual([]);
      expect(await findLines(lab, payer)).toMatchObject([{ purpose: 'topup' }]);
      await expectPaid(0);
      const retry = await buy(buyer, key);
      expect(retry.status).toBe(201);
      const { order_id: id, transaction } = retry.body.data!;
      for (const _ of ['once', 'repeated']) {
        expect(await findOrders(lab, payer)).toEqual([
          {
            ...{ id, status: 'delivered', proxies: isDatacenter ? QUANTITY : 1 },
            held: isDatacenter ? QUANTITY : 0,
          },
        ]);
        await expectPaid(transaction.amount);
        expect((await buy(buyer, key)).body).toEqual(retry.body);
      }
    };
  },
});

/** A renewal whose API crashes: nothing of it holds, and the buyer retries with the same key. */
const renewal = (point: CrashPoint): Trial => ({
  point,
  async run(lab) {
    const buyer = await lab.customer(START_BALANCE);
    const { id, price } = await buyer.buy();
    const key = unique('key');
    await lab.crashApi(point, (site) => buyer.at(site).tryToRenew(id, key));
    const expectRenewals = async (count: number) => {
      expect(await findExtensions(lab, id)).toEqual(Array(count).fill('delivered'));
      expect((await buyer.proxy(id)).pool_data!.limit_mb).toBe((1 + count) * 1024);
      expect(await buyer.balance()).toBe(START_BALANCE - (1 + count) * price);
    };
    return async () => {
      await expectRenewals(0);
      const retry = await buyer.tryToRenew(id, key);
      expect(retry.status).toBe(201);
      await expectRenewals(1);
      expect((await buyer.tryToRenew(id, key)).body).toEqual(retry.body);
      await expectRenewals(1);
    };
  },
});

/** An automatic renewal after a top-up whose worker crashes; a sweep of another worker charges it, once. */
const autoRenewal: Trial = {
  point: 'auto-renewal.before-commit',
  async run(lab) {
    const buyer = await lab.customer(START_BALANCE);
    const { id, price } = await buyer.buy();
    await lab.sql(
      `WITH near AS (UPDATE proxy SET expires_at = date_trunc('milliseconds', now() + interval '23 hours')
         WHERE id = $1 RETURNING id, expires_at)
       INSERT INTO proxy_auto_renewal (proxy_id, enabled, gigabytes, cycle, attempted_hours, failures, short_of_kobo)
       SELECT id, true, 1, expires_at, 24, 1, 1 FROM near`,
      [id],
    );
    await buyer.topUp(2000);
    await lab.crashWorker('auto-renewal.before-commit');
    return async () => {
      expect(await findExtensions(lab, id)).toEqual(['delivered']);
      expect(await buyer.balance()).toBe(START_BALANCE + 2000 - 2 * price);
      const proxy = await buyer.proxy(id);
      expect(proxy.pool_data!.limit_mb).toBe(2048);
      expect(proxy).toMatchObject({ auto_renew: { enabled: true, failures: 0 } });
    };
  },
};

/** Automatic traffic whose worker crashes; a sweep of another worker buys it, once. */
const autoTraffic: Trial = {
  point: 'auto-traffic.before-commit',
  async run(lab) {
    const buyer = await lab.customer(500_000);
    const { id, price } = await buyer.buy();
    await lab.sql(
      `INSERT INTO proxy_auto_traffic (proxy_id, below_gigabytes, gigabytes, monthly_limit_kobo)
       VALUES ($1, 5, 5, 100000000)`,
      [id],
    );
    await lab.crashWorker('auto-traffic.before-commit');
    return async () => {
      expect(await findExtensions(lab, id)).toEqual(['delivered']);
      const [order] = await lab.sql<{ naira: number }>(
        `SELECT (amount_kobo / 100)::int AS naira FROM proxy_order WHERE proxy_id = $1`,
        [id],
      );
      expect(await buyer.balance()).toBe(500_000 - price - order!.naira);
      expect((await buyer.proxy(id)).pool_data!.limit_mb).toBe(6 * 1024);
    };
  },
};

/** A paid top-up that must be credited exactly once despite the crash. */
const credit = (
  point: CrashPoint,
  action: (lab: CrashLab, customer: Customer) => Promise<unknown>,
  naira = 2000,
): Trial => ({
  point,
  async run(lab) {
    const customer = await lab.customer();
    await action(lab, customer);
    return async () => expect(await customer.balance()).toBe(naira);
  },
});

/** A reward for inviting a customer, whose worker crashes; another one books it, once. */
const referralReward: Trial = {
  point: 'referral.before-commit',
  async run(lab) {
    const [referrer, invited] = [await lab.customer(), await lab.customer()];
    await lab.sql(
      `INSERT INTO referral (user_id, referrer_id)
       SELECT i.id, r.id FROM users i, users r WHERE i.email = $1 AND r.email = $2`,
      [invited.email, referrer.email],
    );
    await invited.topUp(2000);
    await lab.crashWorker('referral.before-commit');
    return async () => {
      expect(await referrer.balance()).toBe(200);
      expect(await invited.balance()).toBe(2000);
    };
  },
};

export const CRASH_TRIALS: readonly Trial[] = [
  purchase('purchase.after-charge', false, byCustomer),
  purchase('purchase.before-commit', true, byMember),
  renewal('renewal.after-charge'),
  renewal('renewal.before-commit'),
  autoRenewal,
  autoTraffic,
  referralReward,
  {
    point: 'topup.before-provider',
    async run(lab) {
      const customer = await lab.customer();
      const reference = unique('TOPUP');
      await lab.crashApi('topup.before-provider', (site) =>
        customer.at(site).startTopup(2000, reference),
      );
      return async () => {
        expect(await customer.verify(reference)).toBe('failed');
        expect(await customer.balance()).toBe(0);
      };
    },
  },
  credit('topup.after-provider', async (lab, customer) => {
    const reference = unique('TOPUP');
    await lab.suppressWebhook(reference);
    await lab.crashApi('topup.after-provider', (site) =>
      customer.at(site).startTopup(2000, reference),
    );
    // The customer's checkout stays usable.
    const path = `/sandbox/korapay/control/charges/${reference}`;
    await lab.site.call('POST', path, { body: { outcome: 'success' } });
  }),
  // The bonus of a coupon comes with the payment or not at all.
  credit(
    'settle.before-commit',
    async (lab, customer) => {
      const code = unique('BONUS').toUpperCase();
      await lab.sql(
        `INSERT INTO coupon (code, percent, starts_at, created_by) SELECT $1, 10, now(), min(id) FROM users`,
        [code],
      );
      const { reference } = await lab.payWithoutWebhook(customer, 2000, code);
      await lab.crashApi('settle.before-commit', (site) => customer.at(site).verify(reference));
    },
    2200,
  ),
  credit('settle.after-commit', async (lab, customer) => {
    const { reference } = await lab.payWithoutWebhook(customer, 2000);
    await lab.crashApi('settle.after-commit', (site) => customer.at(site).verify(reference));
  }),
  credit('webhook.before-enqueue', async (lab, customer) => {
    const { reference } = await lab.payWithoutWebhook(customer, 2000);
    await lab.crashApi('webhook.before-enqueue', (site) => lab.notify(site, reference));
  }),
  credit('webhook.before-ack', async (lab, customer) => {
    const { reference } = await lab.payWithoutWebhook(customer, 2000);
    await lab.crashApi('webhook.before-ack', (site) => lab.notify(site, reference));
    // Korapay got no response, so it retries.
    await lab.notify(lab.site, reference);
  }),
  credit('job.before-ack/payment-notices.process', async (lab, customer) => {
    const { reference } = await lab.payWithoutWebhook(customer, 2000);
    await lab.notify(lab.site, reference);
    await lab.crashWorker('job.before-ack/payment-notices.process');
  }),
  credit('job.before-ack/payments.verify-payment', async (lab, customer) => {
    await lab.payWithoutWebhook(customer, 2000);
    await lab.crashWorker('job.before-ack/payments.verify-payment');
  }),
  ...STAFF_CRASH_TRIALS,
  ...TEAM_CRASH_TRIALS,
  ...TRANSFER_CRASH_TRIALS,
  ...WEBHOOK_CRASH_TRIALS,
  REFUND_CRASH_TRIAL,
];

/** Points that workers pass, and APIs never. */
const WORKER_POINTS: ReadonlySet<CrashPoint> = new Set<CrashPoint>([
  'auto-renewal.before-commit',
  'auto-traffic.before-commit',
  'job.before-ack/payment-notices.process',
  'job.before-ack/payments.verify-payment',
  'referral.before-commit',
  'refund.before-commit',
  'transfer.before-settle',
  'webhook-delivery.after-call',
]);

/**
 * Runs the trials one after the other. The process of the next one starts meanwhile.
 * @returns by the name of a trial the assertions to run after the drain; those of a failed trial reject
 */
export async function runTrials(
  lab: CrashLab,
  trials: readonly Trial[],
): Promise<Map<string, Assertions>> {
  const assertions = new Map<string, Assertions>();
  for (const [index, trial] of trials.entries()) {
    const next = trials[index + 1]?.point;
    if (next && next !== trial.point && !WORKER_POINTS.has(next)) lab.armApi(next);
    const failed = (error: unknown) => () => Promise.reject(error as Error);
    assertions.set(toName(trial), await trial.run(lab).catch(failed));
  }
  return assertions;
}
