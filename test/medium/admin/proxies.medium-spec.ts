import { Logger } from '@nestjs/common';
import { encrypt } from '../../../src/common/crypto/secrets';
import { parseCsv } from '../../../src/common/csv';
import { dayOf } from '../../../src/common/time/calendar';
import { DAY } from '../../../src/common/time/clock';
import { useAdminTestApp, type TestUser } from './admin-test-app';

describe('GET /admin/proxies', () => {
  const testApp = useAdminTestApp();
  let admin: TestUser;
  let subAdmin: TestUser;
  let ada: TestUser;
  let bola: TestUser;
  let sold: number[];

  beforeAll(async () => {
    [admin, subAdmin] = [await testApp.createUser('admin'), await testApp.createUser('sub-admin')];
    ada = await testApp.createUser('user', 'Ada Collector');
    bola = await testApp.createUser('user', 'Bola Buyer');
    sold = [
      ...(await testApp.sell(ada.id, {
        naira: 3000,
        type: 'mobile_ipv4',
        country: 'ng',
        daysAgo: 3,
      })),
      ...(await testApp.sell(ada.id, {
        naira: 4000,
        type: 'individual_ipv4',
        country: 'us',
        quantity: 2,
        daysAgo: 2,
      })),
      ...(await testApp.sell(bola.id, {
        naira: 6000,
        country: 'us',
        daysAgo: 1,
        validDays: 4,
        limitGb: 4,
        usedGb: 1,
      })),
      ...(await testApp.sell(bola.id, { naira: 500, country: 'zz', daysAgo: 40 })),
      ...(await testApp.sell(bola.id, { naira: 900, country: 'de', proxyStatus: 'suspended' })),
    ];
    await testApp.sell(bola.id, { naira: 700, status: 'refunded', refundedNaira: 700 });
  }, 60_000);

  const list = async (query = '', caller = admin) =>
    (await testApp.call(caller, 'GET', `/admin/proxies/all?${query}`)).body.data as {
      proxies: { id: number }[];
      statistics: object;
      pagination: object;
    };
  const ids = async (query: string) => (await list(query)).proxies.map(({ id }) => id).sort();

  it('should return every field to an admin', async () => {
    const { proxies } = await list('search=bola&status=active');
    expect(proxies).toEqual([
      expect.objectContaining({
        id: sold[3],
        type: 'residential',
        status: 'active',
        is_expired: false,
        days_until_expiration: 3,
        location: 'us',
        protocol: 'http',
        connection_string: 'gate.example.com:3128',
        host: 'gate.example.com',
        port: 3128,
        port_socks5: 1080,
        username: expect.stringMatching(/^name-/),
        password: 'word-of-proxy',
        price: 6000,
        bandwidth_usage_percentage: 25,
        pool_data: { used_mb: 1024, limit_mb: 4096, session_id: 'session1', ttl_minutes: 0 },
        user: { id: bola.id, name: 'Bola Buyer', email: bola.email, role: 'user' },
      }),
    ]);
  });

  it('should compute the statistics over all proxies, regardless of the filter', async () => {
    const { statistics } = await list('status=suspended');
    expect(statistics).toEqual({
      total_proxies: 6,
      active_proxies: 4,
      total_revenue: 14_400,
      total_users: 2,
      top_countries: [
        { country: 'us', count: 3 },
        { country: 'de', count: 1 },
        { country: 'ng', count: 1 },
        { country: 'zz', count: 1 },
      ],
      top_users: [
        { user_id: ada.id, user_name: 'Ada Collector', user_email: ada.email, proxy_count: 3 },
        { user_id: bola.id, user_name: 'Bola Buyer', user_email: bola.email, proxy_count: 3 },
      ],
    });
  });

  it('should hide credentials and amounts from a sub-admin', async () => {
    const { proxies, statistics } = await list('per_page=100', subAdmin);
    expect(proxies).toHaveLength(6);
    for (const proxy of proxies)
      expect(proxy).toMatchObject({
        username: null,
        password: null,
        connection_string: null,
        price: null,
        host: 'gate.example.com',
      });
    expect(statistics).toMatchObject({ total_proxies: 6, total_revenue: null });
    expect(JSON.stringify(proxies)).not.toMatch(/word-of-proxy|name-/);
  });

  it('should not search user names for a sub-admin', async () => {
    expect((await list('search=name-')).proxies).toHaveLength(6);
    expect((await list('search=name-', subAdmin)).proxies).toEqual([]);
  });

  it('should treat a proxy past its expiry as expired, regardless of its stored status', async () => {
    expect(await ids('status=expired')).toEqual([sold[4]]);
    expect(await ids('status=active')).toEqual(sold.slice(0, 4));
    expect(await ids('status=suspended')).toEqual([sold[5]]);
    expect(await ids('status=all&type=all')).toEqual([...sold].sort());
  });

  it('should filter by type and by product name', async () => {
    expect(await ids('type=datacenter')).toEqual(sold.slice(1, 3));
    expect(await ids('type=mobile_ipv4')).toEqual([sold[0]]);
    expect((await testApp.call(admin, 'GET', '/admin/proxies/all?type=x')).status).toBe(422);
  });

  it('should search by id, uuid, type, country, address and owner', async () => {
    const [row] = await testApp.sql<{ uuid: string }>('SELECT uuid FROM proxy WHERE id = $1', [
      sold[0],
    ]);
    expect(await ids(`search=${row!.uuid.slice(0, 8)}`)).toEqual([sold[0]]);
    expect(await ids(`search=%23${sold[5]}`)).toContain(sold[5]);
    expect(await ids('search=mobile')).toEqual([sold[0]]);
    expect(await ids('search=203.0.113.9')).toEqual(sold.slice(1, 3));
    expect(await ids('search=random')).toEqual([sold[4]]);
    expect(await ids('search=Collector')).toEqual(sold.slice(0, 3));
    expect(await ids(`search=${bola.email}`)).toEqual(sold.slice(3));
    expect(await ids('search=nothing-like-it')).toEqual([]);
  });

  it('should filter by day and cost, and sort by cost', async () => {
    const costs = async (query: string) =>
      (await list(query)).proxies.map((proxy) => (proxy as { price?: number }).price);
    expect(await costs('sort=amount')).toEqual([500, 900, 2000, 2000, 3000, 6000]);
    expect(await costs('sort=-amount&amount_min=900&amount_max=3000&type=datacenter')).toEqual([
      ...[2000, 2000],
    ]);
    expect(await costs(`to=${dayOf(new Date(Date.now() - 30 * DAY))}`)).toEqual([500]);
  });

  it('should export without credentials, to admins only', async () => {
    const exported = (caller: TestUser) =>
      testApp.call(caller, 'POST', '/admin/proxies/all/export', { format: 'csv', type: 'mobile' });
    const { status, raw } = await exported(admin);
    expect(status).toBe(200);
    const [head, ...rows] = parseCsv(raw.toString());
    expect(Object.fromEntries(head!.map((name, index) => [name, rows[0]![index]]))).toMatchObject({
      ...{ ID: String(sold[0]), Type: 'mobile', Status: 'active', Location: 'ng' },
      ...{ 'Price (NGN)': '3000', User: 'Ada Collector' },
    });
    expect(rows).toHaveLength(1);
    expect(raw.toString()).not.toMatch(/word-of-proxy|name-/);
    expect((await exported(subAdmin)).status).toBe(403);
  });

  it('should return ten per page, newest first', async () => {
    const { proxies, pagination } = await list('per_page=4&page=2');
    expect(proxies.map(({ id }) => id)).toEqual([sold[0], sold[4]]);
    expect(pagination).toMatchObject({ total: 6, last_page: 2, from: 5, to: 6 });
    expect((await list()).pagination).toMatchObject({ per_page: 10 });
  });

  it('should list a proxy whose password cannot be decrypted without it, and log the error', async () => {
    const owner = await testApp.createUser('user', 'Chidi Encrypted');
    const [lost, fine] = [
      ...(await testApp.sell(owner.id, { naira: 800 })),
      ...(await testApp.sell(owner.id, { naira: 900 })),
    ];
    const foreign = encrypt(Buffer.alloc(32, 7), 'proxy:another', 'word-of-proxy');
    await testApp.sql('UPDATE proxy SET password_encrypted = $2 WHERE id = $1', [lost, foreign]);
    const told = jest.spyOn(Logger.prototype, 'error');
    const { proxies } = await list('search=encrypted');
    expect(proxies).toEqual([
      expect.objectContaining({ id: fine, password: 'word-of-proxy' }),
      expect.objectContaining({
        id: lost,
        username: expect.stringMatching(/^name-/),
        password: null,
        price: 800,
      }),
    ]);
    expect(told.mock.calls).toEqual([
      [expect.objectContaining({ proxyId: lost }), expect.stringContaining('cannot be opened')],
    ]);
    expect(JSON.stringify(told.mock.calls)).not.toContain(foreign);
    told.mockRestore();
  });
});
