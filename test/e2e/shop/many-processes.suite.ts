import { createHmac } from 'node:crypto';
import { Queue } from 'bullmq';
import type { AppConfig } from '../../../src/config/app-config';
import { poll } from '../../../src/embedded/poll';
import { bullmqOptions } from '../../../src/queue/bullmq-connection';
import { Customer, unique } from '../../support/e2e/customer';
import { waitUntilDrained, sqlAt, type Sql } from '../../support/e2e/database';
import { createSiblingEnvironment, ExtraProcess } from '../../support/e2e/extra-process';
import { Site, type ApiResponse, type Envelope } from '../../support/e2e/site';
import type { PlatformFixture } from '../../support/processes';

const CROWD = 50;
/** A sign-up and a top-up take longer than what is tested, and ten race between two processes like fifty. */
const BUYERS = 10;

const crowd = <T>(size: number, each: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: size }, (_, index) => each(index)));

const statuses = (answers: ApiResponse<unknown>[]): Record<number, number> =>
  answers.reduce<Record<number, number>>(
    (counts, { status }) => ({ ...counts, [status]: (counts[status] ?? 0) + 1 }),
    {},
  );

/** @param running trusts X-Forwarded-For: every customer uses a separate client address */
export function describeManyProcesses(running: () => PlatformFixture): void {
  describe('Two APIs and two workers on one database', () => {
    let platform: PlatformFixture;
    let others: ExtraProcess[] = [];
    let sites: [Site, Site];
    let sql: Sql;
    let ada: Customer;
    let price: number;
    let jobs: Queue;

    beforeAll(async () => {
      platform = running();
      const env = await createSiblingEnvironment(platform, 'main');
      others = await Promise.all([
        ExtraProcess.start('main', env),
        ExtraProcess.start('worker', await createSiblingEnvironment(platform, 'worker')),
      ]);
      const { apiUrl } = platform;
      sites = [new Site(apiUrl), new Site(`http://localhost:${env.PORT}`, apiUrl)];
      const url = await platform.databaseUrl();
      sql = sqlAt(url);
      jobs = new Queue('payments', bullmqOptions({ database: { url } } as AppConfig));
      ada = await Customer.signUp(sites[0]);
      const pricing = await sites[0].getData<{ priceList: { price: number }[] }>(
        'GET',
        'pool/pricing?connection_type=residential',
      );
      price = pricing.priceList[0]!.price;
    });
    afterAll(async () => {
      await jobs?.close();
      await Promise.all(others.map((other) => other.stop()));
    });

    /** The same customer, alternating between the processes. */
    const adaAt = (index: number) => ada.at(sites[index % 2]!);

    it('share sessions', async () => {
      expect(await adaAt(0).balance()).toBe(0);
      expect(await adaAt(1).balance()).toBe(0);
    });

    it('credit each of 100 payments once when verification, webhooks and reconciliation settle it concurrently', async () => {
      const reference = unique('RACE');
      await sites[0].injectFault({ route: 'webhook', reference, copies: 0 });
      const topup = await ada.startTopup(5000, reference);
      await ada.pay(topup);
      const data = JSON.stringify({ reference, status: 'success', amount: 5000, currency: 'NGN' });
      const signature = createHmac('sha256', 'sk_test_sandbox').update(data).digest('hex');
      const notify = async (site: Site) => {
        const response = await fetch(`${site.url}/api/v1/payments/webhook/korapay`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-korapay-signature': signature },
          body: `{"event":"charge.success","data":${data}}`,
        });
        await response.body?.cancel();
        return String(response.status);
      };
      const compared = async () =>
        (await sql(`SELECT 1 FROM payment_reconciliation WHERE complete AND listed > 0`)).length;
      const before = await compared();
      // The pay-in list filter has a resolution of one second.
      const paidAt = Date.now();
      await poll(() => Date.now() > paidAt + 1000, 2000);
      const compare = () => jobs.add('payments.reconcile', {}).then(() => 'left for a worker');
      const outcomes = await crowd(100, (index) => {
        if (index % 10 === 9) return compare();
        return index % 5 === 0 ? notify(sites[(index / 5) % 2]!) : adaAt(index).verify(reference);
      });
      expect(outcomes.filter((outcome) => outcome === 'left for a worker')).toHaveLength(10);
      expect(outcomes.filter((outcome) => outcome === '200')).toHaveLength(20);
      expect(outcomes.filter((outcome) => outcome === 'successful')).toHaveLength(70);
      await waitUntilDrained(sql);
      expect(await poll(async () => (await compared()) >= before + 10, 30_000)).toBe(true);
      expect(await ada.balance()).toBe(5000);
      const [booked] = await sql(
        `SELECT (SELECT array_agg(kind ORDER BY kind) FROM ledger_transaction WHERE reference = $1) AS movements,
                (SELECT deliveries FROM payment_webhook WHERE reference = $1) AS deliveries`,
        [reference],
      );
      expect(booked).toEqual({ movements: ['provider_fee', 'topup'], deliveries: 20 });
    });

    it('sell exactly as many orders as the wallet can pay for', async () => {
      const rest = 100;
      await ada.topUp(7 * price + rest - (await ada.balance()));
      const answers = await crowd(CROWD, (index) => adaAt(index).tryToBuy({}, unique('key')));
      expect(statuses(answers)).toEqual({ 201: 7, 402: CROWD - 7 });
      expect(await ada.balance()).toBe(rest);
    });

    it('sell once per idempotency key and return the same response to all callers', async () => {
      await ada.topUp(5 * price);
      const before = await ada.balance();
      const key = unique('same');
      const answers = await crowd(CROWD, (index) => adaAt(index).tryToBuy({}, key));
      expect(statuses(answers)).toEqual({ 201: CROWD });
      expect(answers.map(({ body }) => body)).toEqual(Array(CROWD).fill(answers[0]!.body));
      expect(await ada.balance()).toBe(before - price);

      const other = await crowd(4, (index) => adaAt(index).tryToBuy({ ttl_minutes: 5 }, key));
      expect(statuses(other)).toEqual({ 409: 4 });
      expect(other.map(({ body }) => body.code)).toEqual(Array(4).fill('IDEMPOTENCY_KEY_REUSED'));
      expect(await ada.balance()).toBe(before - price);

      const bola = await Customer.signUp(sites[1]);
      await bola.at(sites[0]).topUp(2 * price);
      const own = await bola.tryToBuy({}, key);
      expect(own.status).toBe(201);
      expect(own.body.data!.order_id).not.toBe(answers[0]!.body.data!.order_id);
      expect(await bola.balance()).toBe(price);
    });

    it('renew once per idempotency key, and as often as there are keys and money', async () => {
      const bola = await Customer.signUp(sites[1]);
      await bola.at(sites[0]).topUp(6 * price);
      const { id } = await bola.buy();
      const renew = (index: number, key: string) => bola.at(sites[index % 2]!).tryToRenew(id, key);
      const key = unique('renew');
      const same = await crowd(CROWD, (index) => renew(index, key));
      expect(statuses(same)).toEqual({ 201: CROWD });
      expect(same.map(({ body }) => body)).toEqual(Array(CROWD).fill(same[0]!.body));
      const others = await crowd(10, (index) => renew(index, unique('renew')));
      expect(statuses(others)).toEqual({ 201: 4, 402: 6 });
      expect(await bola.balance()).toBe(0);
      expect((await bola.proxy(id)).pool_data!.limit_mb).toBe(6 * 1024);
    });

    it('start one payment per idempotency key and return the same checkout to all callers', async () => {
      const reference = unique('TOPUP');
      const key = unique('topup');
      const body = { amount: 1000, reference, callback_url: `${platform.apiUrl}/wallet` };
      const answers = await crowd(20, (index) =>
        sites[index % 2]!.call<Envelope & { payment_data: unknown }>(
          'POST',
          'payments/initialize-topup',
          { token: ada.token, key, body },
        ),
      );
      expect(statuses(answers)).toEqual({ 200: 20 });
      expect(answers.map(({ body }) => body)).toEqual(Array(20).fill(answers[0]!.body));
    });

    it('sell the last address of a country to one of several concurrent buyers', async () => {
      const countries = await sites[0].getData<{ id: number; code: string }[]>('GET', 'countries');
      const { id } = countries.find(({ code }) => code === 'jp')!;
      const left = await sql(
        `DELETE FROM stock_unit s USING exit_node e WHERE e.id = s.exit_node_id AND e.country = 'jp'
           AND s.id <> (SELECT min(s.id) FROM stock_unit s JOIN exit_node e ON e.id = s.exit_node_id
                        WHERE e.country = 'jp') RETURNING s.id`,
      );
      expect(left.length).toBeGreaterThan(0);
      const buyers = await crowd(BUYERS, async (index) => {
        const buyer = await Customer.signUp(sites[index % 2]!, `10.1.0.${index + 1}`);
        await buyer.at(sites[0]).topUp(10_000);
        return buyer;
      });
      const answers = await Promise.all(buyers.map((buyer) => buyer.tryToBuyDatacenter(id)));
      expect(statuses(answers)).toEqual({ 201: 1, 409: BUYERS - 1 });
      const refused = answers.filter(({ status }) => status === 409);
      expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['OUT_OF_STOCK']));
      const balances = await Promise.all(buyers.map((buyer) => buyer.balance()));
      expect(balances.filter((balance) => balance === 10_000)).toHaveLength(BUYERS - 1);
    });
  });
}
