import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { SettingsService } from '../../../src/settings/settings.service';
import { useHttpTestApp, poolOrderBody, type Customer, type HttpTestApp } from './http-test-app';
import { UNTOUCHED } from './order-helpers';
import { ONE_GB_PRICE } from './proxies-test-app';

interface Quote {
  total: number;
  unit_price: number;
  quantity: number;
  currency: string;
  valid_until: string;
}

describe('Purchase API', () => {
  const app = useHttpTestApp();
  let call: HttpTestApp['call'];
  let customer: Customer;
  const signed = (extra: Record<string, string> = {}) => ({ ...customer.headers, ...extra });

  beforeAll(async () => {
    ({ call } = app);
  });
  beforeEach(async () => {
    customer = await app.signUp();
    await app.fundWallet(customer, 100_000);
  });

  it('should sell a pool proxy as the contract specifies', async () => {
    const { status, body } = await call('POST', '/proxies/buy', poolOrderBody, signed());
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      message: 'Your proxy is ready to use.',
      data: {
        order_id: expect.any(Number),
        order_status: 'delivered',
        refunded_amount: 0,
        transaction: {
          id: expect.any(Number),
          reference: expect.stringMatching(/^BUY-[0-9A-F]{16}$/),
          type: 'debit',
          amount: ONE_GB_PRICE,
          currency: 'NGN',
          status: 'successful',
          description: 'Residential proxy, 1 GB, Nigeria',
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        },
        proxies: [
          {
            id: expect.any(Number),
            uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
            type: 'residential_ipv4',
            location: 'ng',
            connection_string: 'localhost:3128',
            host: 'localhost',
            port: 3128,
            port_socks5: 1080,
            username: expect.stringMatching(/^np[a-z0-9]{10}$/),
            password: expect.stringMatching(/^[A-Za-z0-9]{20}$/),
            protocol: 'http',
            status: 'active',
            is_expired: false,
            days_until_expiration: 30,
            pool_data: {
              session_id: expect.stringMatching(/^[a-z0-9]{8}$/),
              used_mb: 0,
              limit_mb: 1024,
              country: 'ng',
              region: 'lagos',
              city: null,
              isp: null,
              ttl_minutes: 10,
            },
            bandwidth_usage_percentage: 0,
            remaining_gb: 1,
            package_gb: 1,
            period_minutes: null,
            ...UNTOUCHED,
            price: ONE_GB_PRICE,
            reversals: [],
            created_at: expect.any(String),
            expires_at: expect.any(String),
            proxy_api_id: expect.stringMatching(/^gw_/),
            ip: null,
          },
        ],
      },
    });
  });

  it('should serve the public catalog without authentication', async () => {
    const get = async (path: string) => (await call('GET', path)).body.data as unknown;
    expect(await get('/exchange-rate')).toEqual({ exchange_rate: 1600 });
    expect(await get('/pricing-info')).toEqual({
      exchange_rate: 1600,
      markup_enabled: false,
      markup_percentage: 0,
      currency: 'NGN',
      symbol: '₦',
      minimum_topup: 1000,
      maximum_topup: 1_000_000,
    });
    expect(await get('/data-center-info')).toMatchObject({
      periods: [{ duration_minutes: 43_200, label: '30 Days' }, {}, { multiplier: 3 }],
      protocols: ['http', 'socks5'],
      max_quantity: 1000,
      quantity_discounts: [],
    });
    expect(await get('/catalog?type=individual_ipv4&duration=43200')).toContainEqual({
      country_id: expect.any(Number),
      quantity: 24,
      protocols: ['http', 'socks5'],
    });
    // The price of each country is what a purchase there costs.
    const offered = (await get('/data-center-pricing')) as { priceList: { country_id: number }[] };
    expect(offered.priceList).toContainEqual({
      country_id: expect.any(Number),
      code: 'ng',
      name: 'Nigeria',
      quantity: 72,
      price_per_unit: 4800,
    });
    expect(await get('/data-center-pricing?duration=86400')).toMatchObject({
      priceList: expect.arrayContaining([
        expect.objectContaining({ code: 'ng', price_per_unit: 9600 }),
      ]) as unknown,
    });
    expect((await call('GET', '/data-center-pricing?duration=60')).status).toBe(422);
    expect(await get('/pool/countries?connection_type=mobile')).toContainEqual({
      code: 'ng',
      name: 'Nigeria',
      has_regions: true,
      has_cities: true,
      has_isps: true,
      has_asns: false,
    });
    expect(await get('/pool/regions?connection_type=mobile&country_code=NG')).toContainEqual({
      code: 'federal_capital_territory',
      name: 'Federal Capital Territory',
    });
    expect(await get('/pool/cities?country_code=ng&region_code=lagos')).toHaveLength(4);
    expect(
      await get('/pool/isps?connection_type=mobile&country_code=ng&city_code='),
    ).toContainEqual({ code: '9mobile', name: '9mobile' });
    expect(await get('/pool/pricing')).toMatchObject({
      priceList: [
        { traffic: '1', price: ONE_GB_PRICE },
        {},
        {},
        {},
        {},
        {},
        {},
        { traffic: '100' },
      ],
    });
  });

  it('should answer fifty calls with one Idempotency-Key from one order', async () => {
    const headers = signed({ 'idempotency-key': 'one-click' });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => call('POST', '/proxies/buy', poolOrderBody, headers)),
    );
    const done = answers.filter((answer) => answer.status === 201);
    expect(answers.filter((answer) => ![201, 409].includes(answer.status))).toEqual([]);
    for (const answer of done) expect(answer.body).toEqual(done[0]!.body);
    const again = await call('POST', '/proxies/buy', poolOrderBody, headers);
    expect(again).toEqual(done[0]);
    const orders = await app.sql(`SELECT FROM proxy_order WHERE user_id = $1`, [customer.userId]);
    expect(orders).toHaveLength(1);
    const other = await call(
      'POST',
      '/proxies/buy',
      { ...poolOrderBody, traffic_limit_mb: 2 },
      headers,
    );
    expect(other.status).toBe(409);
  });

  describe('expected_total', () => {
    const datacenterBody = {
      country_id: 0,
      duration_minutes: 43_200,
      protocol: 'http',
      proxy_type: 'individual_ipv4',
      quantity: 2,
    };
    beforeAll(async () => {
      const { body } = await call('GET', '/countries');
      const countries = body.data as unknown as { id: number; code: string }[];
      datacenterBody.country_id = countries.find(({ code }) => code === 'ng')!.id;
    });
    const buy = (body: object, headers = signed()) =>
      call(
        'POST',
        'country_id' in body ? '/proxies/buy-datacenter' : '/proxies/buy',
        body,
        headers,
      );
    const quote = (body: object) => call('POST', '/pricing/quote', body, signed());
    const balance = async () =>
      Number((await call('GET', '/wallet/balance', undefined, signed())).body.data.balance);
    const setExchangeRate = async (rate: string) => {
      const source = app.nest.get(DataSource);
      await source.query(`DELETE FROM setting WHERE key = 'exchangeRate'`);
      await source.query(`INSERT INTO setting (key, value) VALUES ('exchangeRate', $1)`, [rate]);
      app.nest.get(SettingsService, { strict: false }).invalidateCache();
    };

    it.each([
      ['a pool', poolOrderBody],
      ['an amount of traffic that is no package', { ...poolOrderBody, traffic_limit_mb: 7 }],
      ['a datacenter', datacenterBody],
    ])('should charge %s order what was quoted, and nothing at another price', async (_, body) => {
      const { status, body: quoted } = await quote(body);
      expect(status).toBe(200);
      const { total, unit_price: unitPrice, quantity, ...rest } = quoted.data as unknown as Quote;
      expect(total).toBe(unitPrice * quantity);
      expect(quantity).toBe('quantity' in body ? body.quantity : 1);
      expect(rest).toEqual({ currency: 'NGN', valid_until: expect.any(String) });
      expect(Date.parse(rest.valid_until)).toBeGreaterThan(Date.now());

      for (const expected of [total - 1, total + 1, 0]) {
        expect(await buy({ ...body, expected_total: expected })).toMatchObject({
          status: 409,
          body: {
            code: 'PRICE_CHANGED',
            errors: { expected_total: expected, actual_total: total },
          },
        });
      }
      expect(await balance()).toBe(100_000);
      const bought = await buy({ ...body, expected_total: String(total) });
      expect(bought.status).toBe(201);
      expect(await balance()).toBe(100_000 - total);
    });

    it('should charge only the agreed price while the price changes', async () => {
      const expected = ONE_GB_PRICE;
      const calls: ReturnType<typeof buy>[] = [];
      for (let round = 0; round < 6; round += 1) {
        calls.push(
          ...Array.from({ length: 3 }, () => buy({ ...poolOrderBody, expected_total: expected })),
        );
        await setExchangeRate(round % 2 ? '1700' : '1600');
      }
      calls.push(buy({ ...poolOrderBody, expected_total: expected }));
      const answers = await Promise.all(calls);
      const bought = answers.filter(({ status }) => status === 201);
      const refused = answers.filter(({ body }) => body.code === 'PRICE_CHANGED');
      expect(bought.length + refused.length).toBe(answers.length);
      expect(refused.length).toBeGreaterThan(0);
      expect(await balance()).toBe(100_000 - bought.length * expected);
      await setExchangeRate('1600');
    });

    it('should return the first order of a key although the price has changed since', async () => {
      const headers = signed({ 'idempotency-key': 'agreed' });
      const body = { ...poolOrderBody, expected_total: ONE_GB_PRICE };
      const first = await buy(body, headers);
      await setExchangeRate('1700');
      expect(await buy(body, headers)).toEqual(first);
      // As after an API that died before it had stored its answer.
      await app.sql(`DELETE FROM idempotency_record WHERE user_id = $1`, [customer.userId]);
      expect(await buy(body, headers)).toEqual(first);
      await setExchangeRate('1600');
    });

    it.each([['abc'], [1.5], [-1], [null], [[4960]]])(
      'should refuse %p as an expected total with 422',
      async (expected) => {
        const answer = await buy({ ...poolOrderBody, expected_total: expected });
        expect(answer).toMatchObject({
          status: 422,
          body: { errors: { expected_total: [expect.any(String)] } },
        });
      },
    );

    it.each<[string, object, string]>([
      ['no type', { ...poolOrderBody, proxy_type: undefined }, 'proxy_type'],
      ['too much traffic', { ...poolOrderBody, traffic_limit_mb: 1001 }, 'traffic_limit_mb'],
      ['a field of the other order', { ...poolOrderBody, quantity: 2 }, 'quantity'],
      [
        'an unknown period',
        { ...datacenterBody, country_id: 1, duration_minutes: 60 },
        'duration_minutes',
      ],
      ['a country without datacenter', { ...datacenterBody, country_id: 999_999 }, 'country_id'],
    ])('should quote nothing for %s', async (_, body, field) => {
      const answer = await quote(body);
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.errors ?? {})).toEqual([field]);
      expect((await call('POST', '/pricing/quote', body)).status).toBe(401);
    });
  });

  it('should answer 402 with required amount, balance and shortfall', async () => {
    const answer = await call(
      'POST',
      '/proxies/buy',
      { ...poolOrderBody, traffic_limit_mb: 100 },
      signed(),
    );
    expect(answer).toMatchObject({
      status: 402,
      body: {
        success: false,
        message: 'Insufficient wallet balance',
        errors: { required_amount: 384_000, current_balance: 100_000, shortfall: 284_000 },
      },
    });
  });

  it.each<[string, object, string]>([
    ['too much traffic', { traffic_limit_mb: 1001 }, 'traffic_limit_mb'],
    ['a fraction of a GB', { traffic_limit_mb: 1.5 }, 'traffic_limit_mb'],
    ['text for a package', { traffic_limit_mb: 'much' }, 'traffic_limit_mb'],
    ['no package', { traffic_limit_mb: undefined }, 'traffic_limit_mb'],
    ['a session of more than a day', { ttl_minutes: 1441 }, 'ttl_minutes'],
    ['a session of less than nothing', { ttl_minutes: -2 }, 'ttl_minutes'],
    ['a protocol we do not speak', { protocol: 'ftp' }, 'protocol'],
    ['no country', { country: '' }, 'country'],
    ['a datacenter type', { proxy_type: 'individual_ipv4' }, 'proxy_type'],
    ['a place that is not there', { region: 'bavaria' }, 'region'],
    ['a field nobody knows', { price: 1 }, 'price'],
    ['an object for a code', { city: { $ne: 1 } }, 'city'],
  ])('should answer 422 with the field name to %s', async (_what, over, field) => {
    const answer = await call('POST', '/proxies/buy', { ...poolOrderBody, ...over }, signed());
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors ?? {})).toEqual([field]);
  });

  it.each<[string, object, string]>([
    ['quantity 0', { quantity: 0 }, 'quantity'],
    ['quantity 1001', { quantity: 1001 }, 'quantity'],
    ['half a proxy', { quantity: 0.5 }, 'quantity'],
    ['a period that is not sold', { duration_minutes: 60 }, 'duration_minutes'],
    ['an id beyond all ids', { country_id: 1e20 }, 'country_id'],
    ['a country without datacenter', { country_id: 2_147_483_647 }, 'country_id'],
  ])('should answer 422 with the field name to %s', async (_what, over, field) => {
    const body = {
      country_id: 1,
      duration_minutes: 43_200,
      protocol: 'http',
      proxy_type: 'individual_ipv4',
      quantity: 1,
      ...over,
    };
    const answer = await call('POST', '/proxies/buy-datacenter', body, signed());
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors ?? {})).toEqual([field]);
  });

  // A purchase holds its row locks for as long as its statements take.
  it('should send at most 10 statements for a package, from the session to the stored response', async () => {
    const key = (name: string) => signed({ 'idempotency-key': name });
    await call('POST', '/proxies/buy', poolOrderBody, key('first'));
    // As after a pause: what the first purchase has read is remembered for seconds.
    const now = performance.now.bind(performance);
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
    const query = jest.spyOn(Client.prototype, 'query');
    const { status } = await call('POST', '/proxies/buy', poolOrderBody, key('second'));
    const sent = query.mock.calls.map(([sql]) => (sql as { text?: string }).text ?? String(sql));
    query.mockRestore();
    clock.mockRestore();
    expect(status).toBe(201);
    const others = /^(START|COMMIT)|bullmq|performance_minute/;
    expect(sent.filter((text) => !others.test(text)).length).toBeLessThanOrEqual(10);
    expect(sent.filter((text) => text === 'COMMIT')).toHaveLength(1);
  });

  it('should refuse anonymous calls, staff purchases and proxies of other customers', async () => {
    expect((await call('POST', '/proxies/buy', poolOrderBody)).status).toBe(401);
    expect((await call('GET', '/user/proxies')).status).toBe(401);
    const bought = await call('POST', '/proxies/buy', poolOrderBody, signed());
    const [proxy] = bought.body.data.proxies as unknown as { id: number }[];
    const { headers: asStranger } = await app.signUp();
    const theirs = await call('GET', `/user/proxies/${proxy!.id}`, undefined, asStranger);
    expect(theirs).toMatchObject({ status: 404, body: { code: 'PROXY_NOT_FOUND' } });
    const { headers: asStaff } = await app.signUp('admin');
    expect((await call('POST', '/proxies/buy', poolOrderBody, asStaff)).status).toBe(403);
  });
});
