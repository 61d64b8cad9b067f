import { armCrashPoint } from '../../../src/common/crash-point';
import { FakeProviderApi } from '../../../src/sandbox/providers/fake-provider-api';
import { FakeProxySeller } from '../../../src/sandbox/providers/fake-proxy-seller';
import { ProviderHttpOptions } from '../../../src/catalog/providers/adapters/provider-http';
import { AutomaticStockService } from '../../../src/catalog/purchases/automatic-stock.service';
import { PurchaseFollowService } from '../../../src/catalog/purchases/purchase-follow.service';
import { SeededRandom } from '../../support/money/seeded-random';
import { AlertConditionQueries } from '../../../src/admin/alerts/alert-conditions.queries';
import { createHttpTestApp, type Customer, type HttpTestApp } from '../proxies/http-test-app';

const PATH = '/admin/supply/providers';
const CRASH_POINTS = [
  'supply-purchase.before-send',
  'supply-purchase.before-provider',
  'supply-purchase.after-provider',
  'supply-purchase.after-record',
  'supply-purchase.before-delivery',
];
const MISCHIEF = ['silent', 'silent-after', 'reset', 'reset-after'] as const;

interface Row {
  status: string;
  kind: string;
  quantity: number;
}

describe('Purchases that break off', () => {
  let app: HttpTestApp;
  let admin: Customer;
  let api: FakeProviderApi<FakeProxySeller>;
  let seller: FakeProxySeller;
  let providerId: number;
  let kill: jest.SpyInstance;

  beforeAll(async () => {
    app = await createHttpTestApp();
    admin = await app.signUp('admin');
    Object.assign(app.nest.get(ProviderHttpOptions, { strict: false }), { timeoutMs: 700 });
    // A process that is killed writes nothing any more; neither does a call that ends with this error.
    kill = jest.spyOn(process, 'kill').mockImplementation(() => {
      throw new Error('killed');
    });
  });
  beforeEach(async () => {
    seller = new FakeProxySeller();
    seller.balance = 100_000;
    api = await FakeProviderApi.start(seller);
    const { body } = await app.call('POST', PATH, settings(), admin.headers);
    providerId = (body.data as unknown as { provider: { id: number } }).provider.id;
  });
  afterEach(async () => {
    armCrashPoint(undefined);
    await app.sql(`DELETE FROM supply_purchase`);
    await app.sql(`DELETE FROM stock_unit WHERE upstream_url_encrypted IS NOT NULL`);
    await app.sql(`DELETE FROM supply_provider`);
    await api.close();
  });
  afterAll(async () => {
    kill.mockRestore();
    await app.close();
  });

  const settings = (more: object = {}) => ({
    ...{ name: 'Proxy-Seller', kind: 'proxy_seller', api_key: 'sandbox-key', enabled: true },
    ...{ base_url: `${api.url}/personal/api/v2`, monthly_budget_usd: 50_000 },
    ...{ buys_automatically: false, automatic_period: '2m', minimum_stock: {}, ...more },
  });
  const buy = (quantity: number) =>
    app.call(
      'POST',
      `${PATH}/${providerId}/purchases`,
      { country: 'is', quantity, period: '2m', expected_total_usd: quantity * 5 },
      admin.headers,
    );
  /** What workers do after a while. */
  const recover = async () => {
    armCrashPoint(undefined);
    api.mischief.length = 0;
    await app.sql(
      `UPDATE supply_purchase SET listed_at = NULL, sent_at = sent_at - interval '3 minutes',
         created_at = created_at - interval '3 minutes'
       WHERE status IN ('open', 'sent', 'ordered', 'unknown')`,
    );
    await app.nest.get(PurchaseFollowService, { strict: false }).followDue();
  };
  const read = () => app.sql<Row>(`SELECT * FROM supply_purchase ORDER BY id`);
  const countOrders = () => new Set(seller.units.map(({ orderId }) => orderId)).size;
  const findInStock = async (): Promise<string[]> =>
    (
      await app.sql<{ address: string }>(
        `SELECT address FROM stock_unit WHERE provider_id = $1 ORDER BY address`,
        [providerId],
      )
    ).map(({ address }) => address);
  const sellerAddresses = () => seller.units.map(({ ip }) => ip).sort();

  it.each(CRASH_POINTS)(
    'should buy once and find it when the process dies at %s',
    async (point) => {
      armCrashPoint(point);
      expect((await buy(2)).status).toBe(500);
      const isOrdered = !/before-(send|provider)/.test(point);
      expect(countOrders()).toBe(isOrdered ? 1 : 0);
      await recover();
      const [row] = await read();
      const expected = isOrdered ? 'delivered' : point.endsWith('send') ? 'failed' : 'unknown';
      expect([row!.status, countOrders()]).toEqual([expected, isOrdered ? 1 : 0]);
      expect(await findInStock()).toEqual(sellerAddresses());
    },
  );

  it.each([11, 12, 13, 14])(
    'should keep what was ordered and what was bought equal (seed %i)',
    async (seed) => {
      const random = new SeededRandom(seed);
      for (let step = 0; step < 12; step++) {
        seller.lateListings = random.chance(0.3) ? random.between(1, 2) : 0;
        if (random.chance(0.3)) armCrashPoint(random.pick(CRASH_POINTS));
        else if (random.chance(0.5))
          api.plan(random.pick(['order/make', 'proxy/list']), random.pick(MISCHIEF));
        await Promise.all(
          Array.from({ length: random.between(1, 2) }, () => buy(random.between(1, 3))),
        );
        if (random.chance(0.7)) await recover();
        // What was never sent stays unknown, and staff decide in the end.
        await app.sql(
          `UPDATE supply_purchase SET status = 'not_bought', finished_at = now()
         WHERE status = 'unknown' AND listed_at IS NOT NULL AND $1`,
          [!seller.units.some(({ hiddenFor }) => hiddenFor >= 0)],
        );
        const rows = await read();
        expect(seller.calls.filter((one) => one === 'POST order/make').length).toBeLessThanOrEqual(
          rows.length,
        );
      }
      for (let i = 0; i < 4; i++) await recover();
      const bought = (await read()).filter(({ status }) => status === 'delivered');
      expect([bought.length, bought.reduce((sum, { quantity }) => sum + quantity, 0)]).toEqual([
        countOrders(),
        seller.units.length,
      ]);
      expect(await findInStock()).toEqual(sellerAddresses());
    },
  );

  it('should keep the minimum stock within the budget, however many workers look', async () => {
    const automatic = app.nest.get(AutomaticStockService, { strict: false });
    const fill = () => Promise.all([automatic.fill(), automatic.fill(), automatic.fill()]);
    const change = (more: object) =>
      app.call('PUT', `${PATH}/${providerId}`, settings(more), admin.headers);
    await change({ buys_automatically: true, minimum_stock: { is: 4 } });
    await fill();
    await fill();
    expect((await findInStock()).length).toBe(4);
    await change({ buys_automatically: true, minimum_stock: { is: 40 }, monthly_budget_usd: 100 });
    await fill();
    expect([seller.units.length, await app.sql(`SELECT last_error FROM supply_provider`)]).toEqual([
      4,
      [{ last_error: expect.stringContaining('Only $80.00 is left') as string }],
    ]);
    await change({ buys_automatically: true, minimum_stock: { is: 20 }, monthly_budget_usd: 100 });
    await fill();
    expect([seller.units.length, (await findInStock()).length]).toEqual([20, 20]);
  });

  it('should buy no more in a day than its limit, however many workers look', async () => {
    const automatic = app.nest.get(AutomaticStockService, { strict: false });
    const alerts = app.nest.get(AlertConditionQueries, { strict: false });
    const fill = () => Promise.all([automatic.fill(), automatic.fill(), automatic.fill()]);
    const buying = { buys_automatically: true, minimum_stock: { is: 40 } };
    const change = (more: object) =>
      app.call('PUT', `${PATH}/${providerId}`, settings({ ...buying, ...more }), admin.headers);
    const read = async () => {
      const { body } = await app.call('GET', PATH, undefined, admin.headers);
      return (body.data as unknown as { providers: object[] }).providers[0];
    };
    // What staff buy is their decision, and does not count.
    await buy(2);
    // 4 cost $20, and the fifth would be too much.
    await change({ daily_automatic_usd: 24 });
    await fill();
    await fill();
    expect([seller.units.length, (await findInStock()).length]).toEqual([6, 6]);
    expect(await read()).toMatchObject({
      ...{ daily_automatic_usd: 24, automatic_today_usd: 20 },
      last_error: expect.stringContaining('Only $4.00 is left of today’s limit') as string,
    });
    expect(await alerts.find(['supply_budget'])).toMatchObject([
      { key: `supply_budget:provider:${providerId}:near` },
    ]);
    await app.sql(`UPDATE supply_purchase SET created_at = created_at - interval '1 day'`);
    await fill();
    expect(seller.units.length).toBe(10);
    await change({ daily_automatic_usd: 20 });
    expect(await alerts.find(['supply_budget'])).toMatchObject([
      { key: `supply_budget:provider:${providerId}:reached` },
    ]);
    await change({ daily_automatic_usd: null });
    await fill();
    expect([seller.units.length, (await findInStock()).length]).toEqual([40, 40]);
  });
});
