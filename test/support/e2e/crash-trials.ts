import type { CrashPoint } from '../../../src/common/crash-point';
import { Customer, unique, type Purchase } from './customer';
import type { CrashLab } from './crash-lab';
import type { Answer, Envelope } from './site';

/** What a trial has to look like once everything has come to its end. */
export type Verdict = () => Promise<void>;

export interface Trial {
  readonly point: CrashPoint;
  /** Does the deed. @returns how to judge it after the drain. */
  run(lab: CrashLab): Promise<Verdict>;
}

const START = 30_000;
const QUANTITY = 2;

/** What the buyer must find: nothing happened, the money came back, or the goods are there. */
type Ending = 'nothing' | 'refunded' | 'delivered';

interface OrderRow {
  id: number;
  status: string;
  proxies: number;
  held: number;
}

const ordersOf = (lab: CrashLab, { email }: Customer) =>
  lab.sql<OrderRow>(
    `SELECT o.id, o.status, (SELECT count(*)::int FROM proxy p WHERE p.order_id = o.id) AS proxies,
       (SELECT count(*)::int FROM stock_unit s WHERE s.order_id = o.id) AS held
     FROM proxy_order o JOIN users u ON u.id = o.user_id WHERE u.email = $1`,
    [email],
  );

type Buy = (buyer: Customer, key: string) => Promise<Answer<Envelope<Purchase>>>;

/** A purchase whose API dies; afterwards the buyer presses again, with the same key. */
const purchase = (point: CrashPoint, ending: Ending, ofStock: boolean): Trial => ({
  point,
  async run(lab) {
    const buyer = await lab.customer(START);
    const [country] = await lab.sql<{ id: number }>(
      `SELECT id FROM catalog_country WHERE code = 'ng'`,
    );
    const key = unique('key');
    const buy: Buy = (who, itsKey) =>
      ofStock
        ? who.tryToBuyDatacenter(country!.id, { quantity: QUANTITY }, itsKey)
        : who.tryToBuy({}, itsKey);
    await lab.dieInApi(point, (doomed) => buy(buyer.at(doomed), key));
    return async () => {
      const wanted = ofStock ? QUANTITY : 1;
      const orders = await ordersOf(lab, buyer);
      const balance = await buyer.balance();
      const again = await buy(buyer, key);
      if (ending === 'nothing') {
        expect(orders).toEqual([]);
        expect(balance).toBe(START);
        expect(again.status).toBe(201);
        return;
      }
      expect(orders).toEqual([
        {
          id: expect.any(Number),
          status: ending,
          proxies: ending === 'delivered' ? wanted : 0,
          held: ending === 'delivered' && ofStock ? wanted : 0,
        },
      ]);
      expect(again.status).toBe(ending === 'delivered' ? 201 : 502);
      expect(again.body.data?.order_id).toBe(ending === 'delivered' ? orders[0]!.id : undefined);
      const paid = ending === 'delivered' ? again.body.data!.transaction.amount : 0;
      expect(balance).toBe(START - paid);
      expect(await buyer.balance()).toBe(balance);
    };
  },
});

/** A paid top-up that must be in the wallet exactly once, whoever died over it. */
const credit = (
  point: CrashPoint,
  deed: (lab: CrashLab, customer: Customer) => Promise<unknown>,
): Trial => ({
  point,
  async run(lab) {
    const customer = await lab.customer();
    await deed(lab, customer);
    return async () => expect(await customer.balance()).toBe(2000);
  },
});

export const TRIALS: readonly Trial[] = [
  purchase('purchase.after-charge', 'nothing', false),
  purchase('purchase.before-provider', 'refunded', true),
  purchase('purchase.after-provider', 'delivered', false),
  purchase('purchase.before-record', 'delivered', true),
  purchase('purchase.after-record', 'delivered', false),
  {
    point: 'topup.before-provider',
    async run(lab) {
      const customer = await lab.customer();
      const reference = unique('TOPUP');
      await lab.dieInApi('topup.before-provider', (doomed) =>
        customer.at(doomed).startTopup(2000, reference),
      );
      return async () => {
        expect(await customer.verify(reference)).toBe('failed');
        expect(await customer.balance()).toBe(0);
      };
    },
  },
  credit('topup.after-provider', async (lab, customer) => {
    const reference = unique('TOPUP');
    await lab.silence(reference);
    await lab.dieInApi('topup.after-provider', (doomed) =>
      customer.at(doomed).startTopup(2000, reference),
    );
    // The customer had the checkout open all the same.
    const path = `/sandbox/korapay/control/charges/${reference}`;
    await lab.site.call('POST', path, { body: { outcome: 'success' } });
  }),
  credit('settle.before-commit', async (lab, customer) => {
    const { reference } = await lab.paidInSilence(customer, 2000);
    await lab.dieInApi('settle.before-commit', (doomed) => customer.at(doomed).verify(reference));
  }),
  credit('settle.after-commit', async (lab, customer) => {
    const { reference } = await lab.paidInSilence(customer, 2000);
    await lab.dieInApi('settle.after-commit', (doomed) => customer.at(doomed).verify(reference));
  }),
  credit('webhook.before-enqueue', async (lab, customer) => {
    const { reference } = await lab.paidInSilence(customer, 2000);
    await lab.dieInApi('webhook.before-enqueue', (doomed) => lab.notify(doomed, reference));
  }),
  credit('webhook.before-ack', async (lab, customer) => {
    const { reference } = await lab.paidInSilence(customer, 2000);
    await lab.dieInApi('webhook.before-ack', (doomed) => lab.notify(doomed, reference));
    // Korapay got no answer, so it tells again.
    await lab.notify(lab.site, reference);
  }),
  credit('job.before-ack/payments.process-webhook', async (lab, customer) => {
    const { reference } = await lab.paidInSilence(customer, 2000);
    await lab.notify(lab.site, reference);
    await lab.dieInWorker('job.before-ack/payments.process-webhook');
  }),
  credit('job.before-ack/payments.verify-payment', async (lab, customer) => {
    await lab.paidInSilence(customer, 2000);
    await lab.dieInWorker('job.before-ack/payments.verify-payment');
  }),
];

/** Every trial once, then the drain, then the verdicts and the books. */
export async function holdTrials(lab: CrashLab, trials: readonly Trial[]): Promise<void> {
  const verdicts: Verdict[] = [];
  for (const trial of trials) verdicts.push(await trial.run(lab));
  await lab.drain();
  for (const verdict of verdicts) await verdict();
}
