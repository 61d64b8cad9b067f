import { DataSource } from 'typeorm';
import { FakeProviderApi } from '../../../src/sandbox/providers/fake-provider-api';
import { FakeProxySeller } from '../../../src/sandbox/providers/fake-proxy-seller';
import { ProviderHttpOptions } from '../../../src/catalog/providers/adapters/provider-http';
import { ProviderStockService } from '../../../src/catalog/providers/provider-stock.service';
import { PurchaseFollowService } from '../../../src/catalog/purchases/purchase-follow.service';
import { useHttpTestApp, type Customer } from '../proxies/http-test-app';

const PATH = '/admin/supply/providers';

interface Purchase {
  id: number;
  status: string;
  delivered: number;
  error: string | null;
  total_usd: number | null;
  decidable: boolean;
}
interface Unit {
  id: number;
  address: string;
  upstream_expires_at: string;
  provider: { id: number } | null;
}

describe('Purchases at a provider', () => {
  const app = useHttpTestApp();
  let source: DataSource;
  let admin: Customer;
  let api: FakeProviderApi<FakeProxySeller>;
  let seller: FakeProxySeller;
  let providerId: number;

  beforeAll(async () => {
    source = app.nest.get(DataSource);
    admin = await app.signUp('admin');
    Object.assign(app.nest.get(ProviderHttpOptions, { strict: false }), { timeoutMs: 1500 });
  });
  beforeEach(async () => {
    seller = new FakeProxySeller();
    api = await FakeProviderApi.start(seller);
    const { status, body } = await call('POST', PATH, {
      ...{ name: 'Proxy-Seller', kind: 'proxy_seller', api_key: 'sandbox-key', enabled: true },
      ...{ base_url: `${api.url}/personal/api/v2`, monthly_budget_usd: 100 },
      ...{ buys_automatically: false, minimum_stock: {} },
    });
    expect([status, body.errors]).toEqual([201, undefined]);
    providerId = (body.data as unknown as { provider: { id: number } }).provider.id;
  });
  afterEach(async () => {
    await source.query(`DELETE FROM supply_purchase`);
    await source.query(`DELETE FROM stock_unit WHERE upstream_url_encrypted IS NOT NULL`);
    await source.query(`DELETE FROM supply_provider`);
    await api.close();
  });

  const call = (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    headers: object = {},
  ) => app.call(method, path, body, { ...admin.headers, ...headers });
  const order = (more: object = {}) => ({ country: 'is', quantity: 3, period: '2m', ...more });
  const buy = (more: object = {}, key?: string) =>
    call(
      'POST',
      `${PATH}/${providerId}/purchases`,
      order({ expected_total_usd: 15, ...more }),
      key ? { 'idempotency-key': key } : {},
    );
  const purchaseOf = (body: object): Purchase =>
    (body as { data: { purchase: Purchase } }).data.purchase;
  const listUnits = async (): Promise<Unit[]> => {
    const { body } = await call('GET', '/admin/supply/stock?per_page=100');
    return (body.data as unknown as { units: Unit[] }).units;
  };
  const follow = async (): Promise<void> => {
    await source.query(`UPDATE supply_purchase SET listed_at = NULL`);
    await app.nest.get(PurchaseFollowService, { strict: false }).followDue();
  };
  const statusOf = async (id: number): Promise<string> => {
    const [row] = await source.query<[{ status: string }]>(
      `SELECT status FROM supply_purchase WHERE id = $1`,
      [id],
    );
    return row.status;
  };
  const countMade = () => seller.calls.filter((one) => /(order|prolong)\/make/.test(one)).length;

  it('should offer, quote and buy at the price that was shown, into stock', async () => {
    const offers = await call('GET', `${PATH}/${providerId}/offers`);
    expect(offers.body.data).toMatchObject({
      countries: expect.arrayContaining(['is', 'us']) as string[],
      periods: [
        { id: '1w', name: '1 week', can_be_sold: false },
        { id: '1m', name: '1 month', can_be_sold: false },
        { id: '2m', name: '2 months', can_be_sold: true },
        { id: '3m', name: '3 months', can_be_sold: true },
      ],
      shortest_sale_days: 30,
    });
    const quote = await call('POST', `${PATH}/${providerId}/quote`, order());
    expect(quote.body.data).toEqual({ total_usd: 15 });
    const { status, body } = await buy();
    expect([status, purchaseOf(body)]).toMatchObject([
      201,
      { status: 'delivered', delivered: 3, total_usd: 15 },
    ]);
    const units = await listUnits();
    expect(units.map(({ address }) => address).sort()).toEqual(
      seller.units.map(({ ip }) => ip).sort(),
    );
    expect(units.every(({ provider }) => provider?.id === providerId)).toBe(true);
    expect(Date.parse(units[0]!.upstream_expires_at)).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    expect(JSON.stringify([body, units])).not.toContain(seller.units[0]!.password);
    const list = await call('GET', PATH);
    expect(list.body.data).toMatchObject({ providers: [{ spent_usd: 15, units: 3 }] });
    expect(JSON.stringify(list.body)).not.toContain('sandbox-key');
  });

  it('should buy once for one Idempotency-Key, even when its record is lost', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => buy({}, 'key-1')));
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    await source.query(`DELETE FROM idempotency_record`);
    const again = await buy({}, 'key-1');
    expect([again.status, countMade(), seller.units.length]).toEqual([201, 1, 3]);
  });

  it('should refuse another price, and what exceeds the budget', async () => {
    seller.priceFactor = 2;
    expect((await buy()).body.code).toBe('PRICE_CHANGED');
    expect((await buy({ quantity: 30, expected_total_usd: 300 })).body.code).toBe(
      'BUDGET_EXCEEDED',
    );
    expect(countMade()).toBe(0);
  });

  it.each(['1w', '1m'])(
    'should buy nothing for %s, which ends before the shortest sale',
    async (period) => {
      const errors = { period: [expect.stringContaining('longer than 30 days') as string] };
      const quote = await call('POST', `${PATH}/${providerId}/quote`, order({ period }));
      expect([quote.status, quote.body.errors]).toEqual([422, errors]);
      const { status, body } = await buy({ period, expected_total_usd: 7.5 });
      expect([status, body.errors, countMade()]).toEqual([422, errors, 0]);
    },
  );

  it('should tell a refusal, after which nothing is pending', async () => {
    seller.balance = 1;
    expect((await buy()).body.code).toBe('PROVIDER_REFUSED');
    api.plan('order/make', {
      status: 200,
      json: { status: 'error', data: null, errors: [{ message: 'Sold out', code: 0 }] },
    });
    seller.balance = 100;
    const refused = await buy();
    expect(purchaseOf(refused.body)).toMatchObject({
      status: 'failed',
      error: 'It refuses: Sold out',
    });
    expect(purchaseOf((await buy()).body).status).toBe('delivered');
  });

  it.each(['silent-after', 'reset-after'] as const)(
    'should find the order in the list when the answer was lost (%s), and never buy it again',
    async (mischief) => {
      await buy({ quantity: 1, expected_total_usd: 5 });
      api.plan('order/make', mischief);
      const lost = purchaseOf((await buy()).body);
      expect(lost.status).toBe('unknown');
      expect((await buy()).body.code).toBe('PURCHASE_PENDING');
      await follow();
      expect(await statusOf(lost.id)).toBe('delivered');
      expect([countMade(), seller.units.length, (await listUnits()).length]).toEqual([2, 4, 4]);
    },
  );

  it('should keep an order unknown that the list does not show, until staff may decide', async () => {
    api.plan('order/make', 'silent');
    const { id } = purchaseOf((await buy()).body);
    await follow();
    const early = await call('POST', `/admin/supply/purchases/${id}/not-bought`);
    expect([early.status, early.body.code]).toEqual([409, 'PURCHASE_NOT_DECIDABLE']);
    await source.query(`UPDATE supply_purchase SET sent_at = now() - interval '7 hours'`);
    const decided = await call('POST', `/admin/supply/purchases/${id}/not-bought`);
    expect([decided.status, purchaseOf(decided.body).status]).toEqual([200, 'not_bought']);
    expect(purchaseOf((await buy()).body).status).toBe('delivered');
    expect(seller.units.length).toBe(3);
  });

  it('should wait for addresses that appear late', async () => {
    seller.lateListings = 2;
    const { id, status } = purchaseOf((await buy()).body);
    expect([status, (await listUnits()).length]).toEqual(['ordered', 0]);
    await follow();
    await follow();
    expect([await statusOf(id), (await listUnits()).length]).toEqual(['delivered', 3]);
    expect(countMade()).toBe(1);
  });

  it('should prolong a unit whose ids change, and find a lost prolongation by its end', async () => {
    await buy({ quantity: 1, expected_total_usd: 5 });
    const [unit] = await listUnits();
    const before = seller.units[0]!.id;
    const path = `/admin/supply/stock/${unit!.id}/prolong`;
    const quote = await call('POST', `${path}/quote`, { period: '3m' });
    expect(quote.body.data).toEqual({ total_usd: 6.75 });
    const prolong = () => call('POST', path, { period: '3m', expected_total_usd: 6.75 });
    expect(purchaseOf((await prolong()).body).status).toBe('delivered');
    expect(seller.units[0]!.id).not.toBe(before);
    const days = async () =>
      Math.round(
        (Date.parse((await listUnits())[0]!.upstream_expires_at) - Date.now()) / 86_400_000,
      );
    expect(await days()).toBe(150);
    const [{ ref }] = await source.query<[{ ref: string }]>(
      `SELECT upstream_ref AS ref FROM stock_unit WHERE id = $1`,
      [unit!.id],
    );
    expect(ref).toBe(seller.units[0]!.id);
    api.plan('prolong/make', 'reset-after');
    const lost = purchaseOf((await prolong()).body);
    expect(lost.status).toBe('unknown');
    await follow();
    expect([await statusOf(lost.id), await days(), countMade()]).toEqual(['delivered', 240, 3]);
  });

  it('should prolong once for one Idempotency-Key', async () => {
    await buy({ quantity: 1, expected_total_usd: 5 });
    const [unit] = await listUnits();
    const prolong = () =>
      call(
        'POST',
        `/admin/supply/stock/${unit!.id}/prolong`,
        { period: '1m', expected_total_usd: 2.5 },
        { 'idempotency-key': 'longer' },
      );
    await prolong();
    await source.query(`DELETE FROM idempotency_record`);
    expect([(await prolong()).status, countMade()]).toEqual([201, 2]);
  });

  it('should synchronize what was bought elsewhere, and ask for a replacement', async () => {
    await buy({ quantity: 2, expected_total_usd: 10 });
    const gone = seller.units.pop()!;
    const [unit] = (await listUnits()).filter(({ address }) => address !== gone.ip);
    const sync = await call('POST', `${PATH}/${providerId}/synchronize`);
    expect(sync.body.data).toEqual({ listed: 1, added: 0, missing: 1 });
    const [row] = await source.query<[{ enabled: boolean }]>(
      `SELECT enabled FROM stock_unit WHERE address = $1`,
      [gone.ip],
    );
    expect(row.enabled).toBe(false);
    const replaced = await call('POST', `/admin/supply/stock/${unit!.id}/request-replacement`, {
      reason: 'not_working',
    });
    expect([replaced.status, seller.tickets]).toEqual([
      200,
      [{ ids: [seller.units[0]!.id], type: 'NOT_WORK' }],
    ]);
  });

  it('should end by itself what the account has not had for hours, and go on after a failure', async () => {
    await buy({ quantity: 2, expected_total_usd: 10 });
    const stock = app.nest.get(ProviderStockService, { strict: false });
    const readEnabled = async (ip: string): Promise<boolean> => {
      const [row] = await source.query<[{ enabled: boolean }]>(
        `SELECT enabled FROM stock_unit WHERE address = $1`,
        [ip],
      );
      return row.enabled;
    };
    const gone = seller.units.pop()!;
    await stock.synchronizeAll();
    // A list may be cut for once.
    expect(await readEnabled(gone.ip)).toBe(true);
    await source.query(
      `UPDATE stock_unit SET listed_at = now() - interval '3 hours', created_at = now() - interval '3 hours'`,
    );
    api.plan('proxy/list', { status: 502, text: 'Bad gateway' });
    await stock.synchronizeAll();
    const list = await call('GET', PATH);
    expect([await readEnabled(gone.ip), list.body.data]).toMatchObject([
      true,
      { providers: [{ last_error: 'The provider failed. It answered with status 502.' }] },
    ]);
    await stock.synchronizeAll();
    expect([await readEnabled(gone.ip), await readEnabled(seller.units[0]!.ip)]).toEqual([
      false,
      true,
    ]);
    const audited = await source.query<unknown[]>(
      `SELECT FROM audit_log WHERE target = $1 AND details LIKE '%1 taken off sale'`,
      [`supply_provider:${providerId}`],
    );
    expect(audited.length).toBe(1);
  });

  it('should keep one that has purchases, and want the key again for another address', async () => {
    await buy();
    expect((await call('DELETE', `${PATH}/${providerId}`)).body.code).toBe('PROVIDER_IN_USE');
    const change = await call('PUT', `${PATH}/${providerId}`, {
      ...{ name: 'Proxy-Seller', kind: 'proxy_seller', enabled: true },
      ...{ base_url: 'https://example.com/api', buys_automatically: false, minimum_stock: {} },
    });
    expect([change.status, Object.keys(change.body.errors ?? {})]).toEqual([422, ['api_key']]);
  });

  it('should connect an account with a wrong key disabled, and enable it only for a reason', async () => {
    const wrong = {
      ...{ name: 'Wrong', kind: 'proxy_seller', api_key: 'another-key', enabled: true },
      ...{ base_url: `${api.url}/personal/api/v2`, buys_automatically: false, minimum_stock: {} },
    };
    const { status, body } = await call('POST', PATH, wrong);
    const saved = body.data as unknown as {
      provider: { id: number; enabled: boolean; last_error: string };
      test_error: string;
    };
    expect([status, saved.provider.enabled]).toEqual([201, false]);
    expect([saved.provider.last_error, body.message]).toEqual([
      saved.test_error,
      `The provider is connected. The test failed, so it is disabled. ${saved.test_error}`,
    ]);
    const change = (more: object) =>
      call('PUT', `${PATH}/${saved.provider.id}`, { ...wrong, api_key: undefined, ...more });
    expect((await change({})).body.data).toMatchObject({ provider: { enabled: false } });
    const reason = 'The key is valid from tomorrow';
    expect((await change({ enable_anyway: reason })).body.data).toMatchObject({
      ...{ provider: { enabled: true }, test_error: null },
    });
    const tested = seller.calls.length;
    await change({ note: 'Nothing about the account' });
    expect(seller.calls).toHaveLength(tested);
    const [audited] = await source.query<[{ details: string }]>(
      `SELECT details FROM audit_log WHERE target = $1 AND details LIKE '%enabled without%'`,
      [`supply_provider:${saved.provider.id}`],
    );
    expect(audited.details).toBe(`Changed the provider Wrong, enabled without a test: ${reason}`);
    expect((await change({ api_key: 'sandbox-key' })).body.data).toMatchObject({
      provider: { enabled: true, last_error: null },
    });
  });

  it('should read the balance, and tell why it could not', async () => {
    const read = () => call('POST', `${PATH}/${providerId}/balance`);
    expect((await read()).body.data).toMatchObject({ provider: { balance_usd: 500 } });
    api.plan('balance', { status: 502, text: 'Bad gateway' });
    expect((await read()).body.data).toMatchObject({
      provider: { balance_usd: 500, last_error: 'It answered with status 502.' },
    });
  });
});
