import { useHttpTestApp, poolOrderBody, type Customer, type HttpTestApp } from './http-test-app';
import { UNTOUCHED } from './order-helpers';
import { ONE_GB_PRICE } from './proxies-test-app';

const app = useHttpTestApp();

describe('Proxies API', () => {
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

  it('should renew a proxy and add traffic as the contract specifies', async () => {
    const bought = await call('POST', '/proxies/buy', poolOrderBody, signed());
    const { proxies } = bought.body.data as unknown as {
      proxies: { id: number; expires_at: string; pool_data: object }[];
    };
    const { id, expires_at: end } = proxies[0]!;
    const path = `/user/proxies/${id}`;
    const later = new Date(Date.parse(end) + 30 * 86_400_000).toISOString();
    const quote = await call('POST', `${path}/renewal/quote`, { gigabytes: 1 }, signed());
    expect(quote.status).toBe(200);
    expect(quote.body.data).toMatchObject({ total: ONE_GB_PRICE, quantity: 1, currency: 'NGN' });
    for (const order of [undefined, 'renewal', 'traffic'])
      expect(
        (await call('POST', '/pricing/quote', { proxy_id: id, gigabytes: 1, order }, signed())).body
          .data,
      ).toMatchObject({ total: ONE_GB_PRICE });
    const wrong = await call(
      'POST',
      `${path}/renewal`,
      { gigabytes: 1, expected_total: 5 },
      signed(),
    );
    expect([wrong.status, wrong.body.code, wrong.body.errors]).toEqual([
      409,
      'PRICE_CHANGED',
      { expected_total: 5, actual_total: ONE_GB_PRICE },
    ]);
    const key = { 'idempotency-key': 'renew-1' };
    const batch_id = '7d9f2c1e-5b7a-4a52-9d0e-3f1c8a6b2e40';
    const body = { gigabytes: '1', expected_total: ONE_GB_PRICE, batch_id };
    const renewed = await call('POST', `${path}/renewal`, body, signed(key));
    expect(renewed.status).toBe(201);
    expect(renewed.body).toEqual({
      success: true,
      message: 'Your proxy is renewed.',
      data: {
        order_id: expect.any(Number),
        order_status: 'delivered',
        proxy: {
          ...proxies[0],
          days_until_expiration: 60,
          expires_at: later,
          pool_data: { ...proxies[0]!.pool_data, limit_mb: 2048 },
          remaining_gb: 2,
          package_gb: 1,
        },
        transaction: expect.objectContaining({
          reference: expect.stringMatching(/^RENEW-[0-9A-F]{16}$/),
          type: 'debit',
          amount: ONE_GB_PRICE,
          status: 'successful',
          description: `Renewal of residential proxy #${id}, 1 GB, 30 days`,
        }),
      },
    });
    expect((await call('POST', `${path}/renewal`, body, signed(key))).body).toEqual(renewed.body);
    const batch = await call('GET', `/transactions?batch=${batch_id}`, undefined, signed());
    expect(batch.body.data).toMatchObject({ transactions: [{ amount: ONE_GB_PRICE, batch_id }] });
    const addTraffic = () =>
      call('POST', `${path}/traffic`, { gigabytes: 1 }, signed({ 'idempotency-key': 'add-1' }));
    const [added, repeated] = await Promise.all([addTraffic(), addTraffic()]);
    expect(added.status).toBe(201);
    expect(repeated).toEqual(added);
    expect(added.body.data).toMatchObject({
      proxy: { expires_at: later, pool_data: { limit_mb: 3072 } },
    });
    const period = { duration_minutes: 43_200 };
    const misfit = await call('POST', `${path}/renewal`, period, signed());
    expect([misfit.status, Object.keys(misfit.body.errors!)]).toEqual([422, ['duration_minutes']]);
    const other = await app.signUp();
    const foreign = await call('POST', `${path}/renewal`, { gigabytes: 1 }, other.headers);
    expect(foreign.status).toBe(404);
    const list = await call('GET', '/user/proxies', undefined, signed());
    expect(list.body.data).toMatchObject({ statistics: { total_spent: 3 * ONE_GB_PRICE } });
    const larger = await call('POST', `${path}/renewal`, { gigabytes: 2 }, signed());
    expect(larger.body.data).toMatchObject({ proxy: { remaining_gb: 5, package_gb: 2 } });
  });

  it('should switch automatic renewal on and off as the contract specifies', async () => {
    const bought = await call('POST', '/proxies/buy', poolOrderBody, signed());
    const { proxies } = bought.body.data as unknown as {
      proxies: { id: number; expires_at: string; auto_renew: object }[];
    };
    const { id, expires_at: end, auto_renew: off } = proxies[0]!;
    const put = (body: object, headers = signed()) =>
      call('PUT', `/user/proxies/${id}/auto-renew`, body, headers);
    expect(off).toEqual(UNTOUCHED.auto_renew);
    const on = await put({ enabled: true, gigabytes: '1' });
    expect([on.status, on.body.message]).toEqual([200, 'Automatic renewal is on.']);
    expect(on.body.data).toMatchObject({
      proxy: {
        auto_renew: {
          ...off,
          enabled: true,
          gigabytes: 1,
          next_charge_at: new Date(Date.parse(end) - 86_400_000).toISOString(),
        },
      },
    });
    const one = await call('GET', `/user/proxies/${id}`, undefined, signed());
    expect(one.body.data).toEqual(on.body.data);
    for (const body of [
      { enabled: true },
      { enabled: true, duration_minutes: 43_200 },
      { enabled: true, gigabytes: 7777 },
      { gigabytes: 1 },
    ])
      expect((await put(body)).status).toBe(422);
    expect((await put({ enabled: false }, (await app.signUp()).headers)).status).toBe(404);
    const { body } = await put({ enabled: false });
    expect(body.data).toMatchObject({ proxy: { auto_renew: { ...off, gigabytes: 1 } } });
  });

  it('should sell, list, show and update datacenter proxies', async () => {
    const countries = await call('GET', '/countries');
    const list = countries.body.data as unknown as { id: number; code: string; name: string }[];
    const nigeria = list.find((country) => country.code === 'ng')!;
    expect(nigeria.name).toBe('Nigeria');
    const pricing = await call('POST', '/pricing', {
      country_id: nigeria.id,
      duration_minutes: 43_200,
      proxy_type: 'individual_ipv4',
    });
    expect(pricing).toMatchObject({ status: 200, body: { data: { price_per_unit: 4800 } } });
    const bought = await call(
      'POST',
      '/proxies/buy-datacenter',
      {
        country_id: nigeria.id,
        duration_minutes: 43_200,
        protocol: 'http',
        proxy_type: 'individual_ipv4',
        quantity: 2,
      },
      signed(),
    );
    expect(bought.status).toBe(201);
    const proxies = bought.body.data.proxies as unknown as { id: number; proxy_api_id: string }[];
    expect(proxies).toHaveLength(2);
    expect(proxies[0]).toMatchObject({
      type: 'individual_ipv4',
      pool_data: null,
      bandwidth_usage_percentage: null,
      ip: expect.stringMatching(/^127\./),
    });
    const listed = await call(
      'GET',
      '/user/proxies?status=active&type=datacenter&search=nigeria',
      undefined,
      signed(),
    );
    expect(listed.body.data).toMatchObject({
      pagination: { total: 2, per_page: 10, current_page: 1, from: 1, to: 2 },
      statistics: {
        active_proxies: 2,
        total_proxies: 2,
        total_spent: 9600,
        total_countries: 1,
        proxy_types: { individual_ipv4: 2 },
      },
    });
    const history = await call('GET', '/proxy/history?page=1&per_page=10', undefined, signed());
    expect(history.body.data.proxies).toEqual(listed.body.data.proxies);
    const changed = await call(
      'PUT',
      '/proxies/update-datacenter',
      { protocol: 'socks5', proxy_id: proxies[0]!.proxy_api_id },
      signed(),
    );
    expect(changed).toMatchObject({
      status: 200,
      body: {
        message: 'Datacenter proxy configuration updated successfully!',
        data: { proxy: { protocol: 'socks5', connection_string: 'localhost:1080' } },
      },
    });
    const one = await call('GET', `/user/proxies/${proxies[0]!.id}`, undefined, signed());
    expect(one.body.data.proxy).toEqual(changed.body.data.proxy);
  });

  it('should update a pool proxy with the payload of the configuration dialog', async () => {
    const bought = await call('POST', '/proxies/buy', poolOrderBody, signed());
    const [proxy] = bought.body.data.proxies as unknown as { proxy_api_id: string }[];
    const changed = await call(
      'PUT',
      '/proxies/update-residential-mobile',
      {
        proxy_id: proxy!.proxy_api_id,
        protocol: 'socks5',
        country: 'gh',
        region: null,
        city: null,
        isp: 'mtn',
        ttl_minutes: -1,
        connection_type: 'residential',
      },
      signed(),
    );
    expect(changed).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: 'Residential/Mobile proxy configuration updated successfully!',
        data: { proxy: { location: 'gh', pool_data: { isp: 'mtn', ttl_minutes: -1 } } },
      },
    });
  });

  it('should answer 404 for impossible ids and 400 for ids that are not numbers', async () => {
    const status = async (id: string) =>
      (await call('GET', `/user/proxies/${id}`, undefined, signed())).status;
    expect(await status('99999999999999999999')).toBe(404);
    expect(await status('0')).toBe(404);
    expect(await status('abc')).toBe(400);
  });

  it('should serve the dashboard as a whole and in parts', async () => {
    await call('POST', '/proxies/buy', poolOrderBody, signed());
    const get = async (path: string) =>
      (await call('GET', path, undefined, signed())).body.data as Record<string, unknown>;
    const { overview, ...whole } = await get('/payments/dashboard');
    expect(overview).toMatchObject({ traffic_left_mb: 1024, has_used_proxy: false });
    expect(whole).toMatchObject({ total_proxies: 1, active_proxies: 1, total_transactions: 2 });
    const parts = {
      ...(await get('/dashboard/stats')),
      ...(await get('/dashboard/recent-activity')),
      ...(await get('/dashboard/monthly-usage')),
    };
    expect(parts).toEqual(whole);
  });
});

interface Labelled {
  id: number;
  note: string | null;
  tags: string[];
}

describe('Notes and tags of proxies', () => {
  let owner: Customer;
  let other: Customer;
  const ids: number[] = [];

  beforeAll(async () => {
    [owner, other] = [await app.signUp(), await app.signUp()];
    await app.fundWallet(owner, 100_000);
    for (let index = 0; index < 3; index++) {
      const { body } = await app.call('POST', '/proxies/buy', poolOrderBody, owner.headers);
      ids.push((body.data as unknown as { proxies: Labelled[] }).proxies[0]!.id);
    }
  });

  const put = (id: number, body: object, by = owner) =>
    app.call('PUT', `/user/proxies/${id}/labels`, body, by.headers);
  const list = async (query: string, by = owner) => {
    const { body } = await app.call('GET', `/user/proxies?${query}`, undefined, by.headers);
    return (body.data as unknown as { proxies: Labelled[] }).proxies.map(({ id }) => id).sort();
  };
  const tags = async (by = owner) => {
    const { body } = await app.call('GET', '/user/proxies/tags', undefined, by.headers);
    return (body.data as unknown as { tags: object[] }).tags;
  };

  it('should store what the owner writes, find it, and count tags', async () => {
    const [first, second] = ids as [number, number];
    const answer = await put(first, { note: ' Prices in Lagos ', tags: ['Shop', ' shop', 'QA'] });
    expect(answer.body.data).toMatchObject({
      proxy: { id: first, note: 'Prices in Lagos', tags: ['Shop', 'QA'] },
    });
    await put(second, { tags: ['shop'] });
    expect(await list('tag=SHOP')).toEqual([first, second]);
    expect(await list('tag=qa')).toEqual([first]);
    expect(await list('tag=sho')).toEqual([]);
    expect(await list('search=prices%20in')).toEqual([first]);
    expect(await list('search=sho')).toEqual([first, second]);
    // No pattern: the tag of somebody who likes percent signs.
    expect(await list('tag=%25')).toEqual([]);
    expect(await tags()).toEqual([
      { tag: expect.stringMatching(/^shop$/i) as string, count: 2 },
      { tag: 'QA', count: 1 },
    ]);
    // What is left out stays.
    expect((await put(first, { add_tags: ['SHOP', 'new'] })).body.data).toMatchObject({
      proxy: { note: 'Prices in Lagos', tags: ['Shop', 'QA', 'new'] },
    });
    expect((await put(first, { note: 'Other' })).body.data).toMatchObject({
      proxy: { note: 'Other', tags: ['Shop', 'QA', 'new'] },
    });
    await put(first, { note: null, tags: [] });
    expect(await tags()).toEqual([{ tag: 'shop', count: 1 }]);
  });

  it('should lose no tag when ten are added at the same time, and take no eleventh', async () => {
    const [first] = ids as [number];
    await put(first, { tags: ['same'] });
    const added = Array.from({ length: 10 }, (_, index) => put(first, { add_tags: [`t${index}`] }));
    const statuses = (await Promise.all(added)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(9).fill(200), 422]);
    const again = await put(first, { add_tags: ['SAME'] });
    expect([
      again.status,
      (again.body.data as unknown as { proxy: Labelled }).proxy.tags.length,
    ]).toEqual([200, 10]);
    await put(first, { tags: [] });
  });

  it('should be nothing to anybody else', async () => {
    const [first] = ids as [number];
    expect((await put(first, { tags: ['mine'] }, other)).status).toBe(404);
    await put(first, { tags: ['private'] });
    expect(await list('tag=private', other)).toEqual([]);
    expect(await tags(other)).toEqual([]);
  });

  it.each([
    [{ tags: Array.from({ length: 11 }, (_, index) => `t${index}`) }, 'tags'],
    [{ tags: Array(51).fill('a') }, 'tags'],
    [{ add_tags: ['x'.repeat(33)] }, 'add_tags'],
    [{ tags: null }, 'tags'],
    [{ tags: ['x'.repeat(33)] }, 'tags'],
    [{ tags: 'shop' }, 'tags'],
    [{ tags: [7] }, 'tags'],
    [{ tags: [], note: 'x'.repeat(501) }, 'note'],
    [{ tags: [], colour: 'red' }, 'colour'],
  ])('should refuse %j', async (body, field) => {
    const { status, body: answer } = await put(ids[0]!, body);
    expect([status, Object.keys(answer.errors ?? {})]).toEqual([422, [field]]);
  });

  it('should suspend and resume over HTTP, and renew while suspended', async () => {
    const path = `/user/proxies/${ids[2]!}`;
    const post = (action: string, body?: object) =>
      app.call('POST', `${path}/${action}`, body, owner.headers);
    const proxyOf = ({ body }: Awaited<ReturnType<typeof post>>) =>
      (body.data as unknown as { proxy: object }).proxy;
    const suspended = { status: 'suspended', suspended_by_owner: true };
    expect(proxyOf(await post('suspend'))).toMatchObject(suspended);
    expect((await post('suspend')).body.code).toBe('ALREADY_SUSPENDED');
    const renewed = await app.call(
      'POST',
      `${path}/renewal`,
      { gigabytes: 1 },
      {
        ...owner.headers,
        'idempotency-key': `renew-${ids[2]!}`,
      },
    );
    expect(renewed.status).toBe(201);
    expect(proxyOf(renewed)).toMatchObject(suspended);
    expect(proxyOf(await post('resume'))).toMatchObject({
      ...{ status: 'active', suspended_by_owner: false },
    });
    expect((await app.call('POST', `${path}/suspend`, undefined, other.headers)).status).toBe(404);
  });
});
