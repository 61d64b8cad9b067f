import { DataSource } from 'typeorm';
import type { PriceListDto } from '../../../src/catalog/prices/price-list.dto';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import {
  createHttpTestApp,
  poolOrderBody,
  type Customer,
  type HttpTestApp,
} from '../proxies/http-test-app';

interface Version {
  id: number;
  effective_at: string;
  reason: string;
  author: string;
  prices: PriceListDto;
}
interface Row {
  product: string;
  gigabytes: number | null;
  country: string | null;
  price: number;
  cost: number | null;
  margin_percent: number | null;
  below_cost: boolean | null;
}
interface Prices {
  in_force: Version;
  scheduled: Version[];
  latest_version: number;
  preview: Row[];
}
type Edit = (list: PriceListDto) => void;

const CURRENT_RATE = 1600;

describe('Price lists', () => {
  let database: TestDatabase;
  let app: HttpTestApp;
  /** Another process of the API on the same database. */
  let other: HttpTestApp;
  let admin: Customer;
  let customer: Customer;

  beforeAll(async () => {
    database = await createTestDatabase();
    app = await createHttpTestApp(database);
    other = await createHttpTestApp(database);
    admin = await app.signUp('admin');
  });
  beforeEach(async () => {
    // Removes the versions of the test before.
    await sql(`DELETE FROM price_list WHERE id > 1`);
    await sql(`DELETE FROM supply_network`);
    customer = await app.signUp();
    await app.fundWallet(customer, 500_000);
  });
  afterAll(async () => {
    await other.close();
    await app.close();
    await database.dispose();
  });

  const sql = (text: string, values?: unknown[]): Promise<Record<string, never>[]> =>
    app.nest.get(DataSource).query(text, values);
  const load = async (user = admin): Promise<Prices> =>
    (await app.call('GET', '/admin/prices', undefined, user.headers)).body
      .data as unknown as Prices;
  const save = (body: object, user = admin) => app.call('PUT', '/admin/prices', body, user.headers);
  /** Changes the prices in force. */
  async function change(edit: Edit, more: object = {}) {
    const { in_force, latest_version } = await load();
    const prices = structuredClone(in_force.prices);
    edit(prices);
    return save({ prices, reason: 'For the test', version: latest_version, ...more });
  }
  const oneGigabyte = (list: PriceListDto) =>
    list.residential.packages[0] as unknown as {
      usd?: number;
      naira?: number;
      overrides: object[];
    };
  const setOneGigabyte = (usd: number) => (list: PriceListDto) => {
    oneGigabyte(list).usd = usd;
  };
  const buy = (body: object = {}, from = app) =>
    from.call('POST', '/proxies/buy', { ...poolOrderBody, ...body }, customer.headers);
  const quote = async (body: object, from = app): Promise<number> => {
    const order = { ...poolOrderBody, ...body };
    const answer = await from.call('POST', '/pricing/quote', order, customer.headers);
    return (answer.body.data as unknown as { total: number }).total;
  };
  const shown = async (from = app, query = ''): Promise<number> => {
    const { body } = await from.call('GET', `/pool/pricing?connection_type=residential${query}`);
    return (body.data as unknown as { priceList: { price: number }[] }).priceList[0]!.price;
  };

  it('should change the price that every process shows, quotes and charges', async () => {
    expect(await change(setOneGigabyte(4))).toMatchObject({
      status: 200,
      body: { message: 'The prices are changed.', data: { version: expect.any(Number) } },
    });
    const price = 4 * CURRENT_RATE;
    for (const from of [app, other]) {
      expect([await shown(from), await quote({}, from)]).toEqual([price, price]);
      const { body } = await buy({ expected_total: price }, from);
      expect(body.data).toMatchObject({ transaction: { amount: price } });
    }
  });

  it('should not sell at the old price after a change', async () => {
    const before = await quote({});
    await change(setOneGigabyte(9));
    expect(await buy({ expected_total: before }, other)).toMatchObject({
      status: 409,
      body: {
        code: 'PRICE_CHANGED',
        errors: { expected_total: before, actual_total: 9 * CURRENT_RATE },
      },
    });
  });

  it('should price countries, groups, surcharges, tiers and customers alike in quote and purchase', async () => {
    const [few, many] = [
      { from: 5, percent_off: 20 },
      { from: 50, percent_off: 30 },
    ];
    const tiers = [many, few];
    const saved = await change((list) => {
      oneGigabyte(list).overrides = [
        { group: 'West Africa', naira: 7000, on_sale: true },
        { country: 'gh', usd: 5, on_sale: true },
      ];
      Object.assign(list, {
        groups: [{ name: 'West Africa', countries: ['ng', 'gh'] }],
        customers: [{ user_id: customer.userId, percent_off: 10, product: null }],
      });
      Object.assign(list.residential.surcharge_percent, { region: 20, city: 50, isp: 5 });
      Object.assign(list.datacenter, { tiers });
      Object.assign(list.datacenter.periods[0]!, { naira: 3000, usd: undefined, overrides: [] });
    });
    expect(saved.body.message).toBe('The prices are changed.');
    const nigeria = { region: '', city: '' };
    expect(await shown(app, '&country_code=ng')).toBe(7000);
    expect(await shown(app, '&country_code=gh')).toBe(5 * CURRENT_RATE);
    const orders: [object, number][] = [
      [nigeria, 6300],
      [{ region: 'lagos' }, 7560],
      [{ region: 'lagos', city: 'ikeja' }, 11340],
      [{ country: 'GH', region: '' }, 7200],
    ];
    for (const [order, price] of orders) {
      expect([order, await quote(order)]).toEqual([order, price]);
      const { body } = await buy({ ...order, expected_total: price });
      expect(body.data).toMatchObject({ transaction: { amount: price } });
    }
    const info = await app.call('GET', '/data-center-info');
    expect(info.body.data).toMatchObject({ quantity_discounts: [few, many] });
    const { body } = await app.call('GET', '/countries');
    const [{ id }] = body.data as unknown as [{ id: number }];
    const addresses = (quantity: number) => ({
      ...{ proxy_type: 'individual_ipv4', country_id: id, quantity },
      ...{ duration_minutes: 43_200, protocol: 'http' },
    });
    for (const [quantity, total] of [
      [1, 2700],
      [5, 10_800],
    ] as const) {
      const order = addresses(quantity);
      const answer = await app.call('POST', '/pricing/quote', order, customer.headers);
      expect(answer.body.data).toMatchObject({ total, unit_price: total / quantity });
      const sold = await app.call(
        'POST',
        '/proxies/buy-datacenter',
        { ...order, expected_total: total },
        customer.headers,
      );
      expect(sold.body).toMatchObject({ data: { transaction: { amount: total } } });
    }
  });

  it('should take a package off sale everywhere', async () => {
    await change((list) => {
      (list.residential.packages[0] as unknown as { on_sale: boolean }).on_sale = false;
    });
    expect(await shown(other)).not.toBe(3.1 * CURRENT_RATE);
    expect((await buy({}, other)).status).toBe(422);
  });

  it('should begin scheduled prices at their time, and let them be cancelled before', async () => {
    const soon = new Date(Date.now() + 3000).toISOString();
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const before = await shown();
    await change(setOneGigabyte(50), { effective_at: later });
    const answer = await change(setOneGigabyte(6), { effective_at: soon });
    expect(answer.body.message).toBe('The prices are scheduled.');
    const { scheduled, in_force } = await load();
    expect(scheduled.map((version) => version.effective_at)).toEqual([soon, later]);
    expect(oneGigabyte(in_force.prices).usd).toBe(3.1);
    expect(await shown(other)).toBe(before);
    const path = `/admin/prices/scheduled/${scheduled[1]!.id}`;
    const cancel = () => app.call('DELETE', path, undefined, admin.headers);
    expect((await cancel()).status).toBe(200);
    expect((await cancel()).body.code).toBe('SCHEDULED_PRICES_NOT_FOUND');
    while ((await shown(other)) === before)
      expect(Date.now()).toBeLessThan(Date.parse(soon) + 5000);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(soon) - 50);
    expect([await shown(other), (await load()).scheduled]).toEqual([6 * CURRENT_RATE, []]);
  });

  it('should replace scheduled prices by others of the same time', async () => {
    const at = new Date(Date.now() + 3_600_000).toISOString();
    await change(setOneGigabyte(50), { effective_at: at });
    await change(setOneGigabyte(60), { effective_at: at });
    const { scheduled } = await load();
    expect(scheduled.map(({ prices }) => oneGigabyte(prices).usd)).toEqual([60]);
  });

  it('should take one of two changes to the same version', async () => {
    const { in_force, latest_version: version } = await load();
    const answers = await Promise.all(
      [4, 5, 6, 7].map((usd) => {
        const prices = structuredClone(in_force.prices);
        setOneGigabyte(usd)(prices);
        return save({ prices, reason: `To ${usd}`, version });
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'PRICES_CHANGED',
      message: expect.stringContaining('Ada Obi changed the prices on'),
    });
  });

  it('should ask before it sells below cost, and show cost and margin to admins only', async () => {
    const network = {
      ...{ name: 'Costly', dialect: 'iproyal', kind: 'residential', protocol: 'http' },
      ...{ host: '127.0.0.1', port: 12321, username: 'shop', password: 'secret' },
      ...{ countries: '*', targeting: { region: false, city: false, isp: false } },
      ...{ cost_usd_per_gb: 2, bytes_per_gb: 2 ** 30, weight: 1, enabled: true },
    };
    const added = await app.call('POST', '/admin/supply/networks', network, admin.headers);
    expect(added.status).toBe(201);
    const { preview } = await load();
    expect(preview.find((row) => row.product === 'residential')).toMatchObject({
      ...{ gigabytes: 1, country: 'zz', price: 4960, cost: 3200, margin_percent: 35.5 },
      cost_sources: [{ name: 'Costly', percent: 100, usd_per_gb: 2, in_service: true }],
      below_cost: false,
    });
    const dear = { ...network, name: 'Dear', cost_usd_per_gb: 8, weight: 3 };
    await app.call('POST', '/admin/supply/networks', dear, admin.headers);
    expect((await load()).preview[0]).toMatchObject({ cost: 10_400, below_cost: true });
    // What is down costs nothing.
    await sql(`INSERT INTO supply_health (network_id, country, misses, down_since)
      SELECT id, 'zz', 3, now() FROM supply_network WHERE name = 'Dear'`);
    expect((await load()).preview[0]).toMatchObject({
      ...{ cost: 3200, below_cost: false },
      cost_sources: [
        { name: 'Costly', percent: 100 },
        { name: 'Dear', percent: 0, in_service: false },
      ],
    });
    const refused = await change(setOneGigabyte(1.5));
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'PRICE_BELOW_COST', errors: { prices: ['Residential 1 GB'] } },
    });
    expect((await change(setOneGigabyte(1.5), { confirm_below_cost: true })).status).toBe(200);

    const helper = await app.signUp('sub-admin');
    const [seen] = (await load(helper)).preview;
    expect(seen).toMatchObject({ price: 2400, cost: null, margin_percent: null, below_cost: null });
    expect(seen).toMatchObject({ cost_sources: [] });
    const { prices } = (await load()).in_force;
    const refusal = await save({ prices, reason: 'Mine', version: 1 }, helper);
    expect(refusal.status).toBe(403);
  });

  it('should refuse what contradicts itself, by field', async () => {
    const wrong = await change((list) => {
      Object.assign(oneGigabyte(list), { naira: 5 });
      Object.assign(list, {
        customers: [{ user_id: admin.userId, percent_off: 5, product: null }],
      });
    });
    expect(wrong).toMatchObject({
      status: 422,
      body: { errors: { 'prices.residential.packages.0.usd': [expect.any(String)] } },
    });
    const nobody = await change((list) => {
      Object.assign(list, {
        customers: [{ user_id: admin.userId, percent_off: 5, product: null }],
      });
    });
    expect(nobody.body.errors).toEqual({
      'prices.customers.0.user_id': [`There is no customer ${admin.userId}`],
    });
    const nested = await change((list) => {
      oneGigabyte(list).overrides = [{ country: 'NG', usd: -1, on_sale: true, extra: 1 }];
    });
    expect(Object.keys(nested.body.errors!)).toEqual([
      'prices.residential.packages.0.overrides.0.extra',
      'prices.residential.packages.0.overrides.0.country',
      'prices.residential.packages.0.overrides.0.usd',
    ]);
    const past = await change(setOneGigabyte(5), { effective_at: '2020-01-01T00:00:00Z' });
    expect(past.body.errors).toMatchObject({ effective_at: [expect.any(String)] });
    expect((await load()).latest_version).toBe(1);
  });

  it('should keep who changed what, when and why', async () => {
    await change(setOneGigabyte(4), { reason: 'The provider costs more' });
    await change((list) => {
      oneGigabyte(list).overrides = [{ country: 'ng', naira: 5500, on_sale: false }];
    });
    const { body } = await app.call('GET', '/admin/prices/history', undefined, admin.headers);
    expect(body.data).toMatchObject({
      versions: [
        {
          in_force: true,
          changes: [
            { what: 'Residential 1 GB in Nigeria', before: null, after: '₦5,500, not on sale' },
          ],
        },
        {
          in_force: false,
          reason: 'The provider costs more',
          author: 'Ada Obi',
          changes: [{ what: 'Residential 1 GB', before: '$3.1, 30 days', after: '$4, 30 days' }],
        },
        { reason: 'First prices', author: 'system' },
      ],
      pagination: { total: 3 },
    });
    const [row] = await sql(
      `SELECT actor_id, details FROM audit_log WHERE action = 'system.prices_changed' ORDER BY id DESC OFFSET 1 LIMIT 1`,
    );
    expect(row).toMatchObject({
      actor_id: admin.userId,
      details: expect.stringContaining('The provider costs more'),
    });
  });

  it('should write the prices as CSV and read them back', async () => {
    await change((list) => {
      oneGigabyte(list).overrides = [{ country: 'ng', naira: 5500, on_sale: false }];
    });
    const { in_force } = await load();
    const file = await app.nest.inject({
      url: '/api/v1/admin/prices/export',
      headers: admin.headers,
    });
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    const empty = structuredClone(in_force.prices);
    Object.assign(empty.residential, { packages: [] });
    const read = (text: string) =>
      app.call('POST', '/admin/prices/import', { prices: empty, text }, admin.headers);
    expect((await read(file.body)).body.data).toEqual({ prices: in_force.prices });
    expect((await read('product,gigabytes,usd\nresidential,one,2\n')).body.errors).toEqual({
      text: ['Row 2: gigabytes must be a number'],
    });
  });
});
