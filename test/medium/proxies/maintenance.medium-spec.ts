import { DataSource } from 'typeorm';
import { AppConfig } from '../../../src/config/app-config';
import { AutoRenewalService } from '../../../src/proxies/renewal/auto-renewal.service';
import { SettingsService } from '../../../src/settings/settings.service';
import { poolOrderBody, useHttpTestApp, type Customer } from './http-test-app';

const datacenter = {
  ...{ proxy_type: 'individual_ipv4', protocol: 'http', duration_minutes: 43_200, quantity: 1 },
};

describe('Maintenance', () => {
  const app = useHttpTestApp();
  let customer: Customer;
  let admin: Customer;
  let proxyId: number;
  const key = { 'idempotency-key': 'bought-before' };
  const buy = (headers = {}) =>
    app.call('POST', '/proxies/buy', poolOrderBody, { ...customer.headers, ...headers });
  const save = (body: object) => app.call('PUT', '/admin/system/settings', body, admin.headers);

  beforeAll(async () => {
    [customer, admin] = [await app.signUp(), await app.signUp('admin')];
    await app.fundWallet(customer, 100_000);
    const { body } = await buy(key);
    proxyId = (body.data as unknown as { proxies: { id: number }[] }).proxies[0]!.id;
  });
  beforeEach(async () => {
    const off = { maintenanceEnabled: false, maintenanceMessage: null, maintenanceUntil: null };
    expect(await save(off)).toMatchObject({ status: 200 });
  });

  const CHARGES: [call: string, path: () => string, body: () => Promise<object> | object][] = [
    ['a purchase of traffic', () => '/proxies/buy', () => poolOrderBody],
    [
      'a purchase of addresses',
      () => '/proxies/buy-datacenter',
      async () => {
        const { body } = await app.call('GET', '/countries');
        const [country] = body.data as unknown as { id: number }[];
        return { ...datacenter, country_id: country!.id };
      },
    ],
    ['a renewal', () => `/user/proxies/${proxyId}/renewal`, () => ({ gigabytes: 1 })],
    ['added traffic', () => `/user/proxies/${proxyId}/traffic`, () => ({ gigabytes: 1 })],
    [
      'a dearer place',
      () => `/user/proxies/${proxyId}/place`,
      () => ({ country: 'US', region: '', city: '', isp: null }),
    ],
    ['a free trial', () => '/user/trial', () => ({})],
  ];

  it.each(CHARGES)(
    'should refuse %s, with its message and no charge',
    async (_call, path, body) => {
      await save({ maintenanceEnabled: true, maintenanceMessage: 'We move. Back soon.' });
      const count = () =>
        app.nest
          .get(DataSource)
          .query(`SELECT count(*)::int FROM ledger_entry`) as Promise<unknown>;
      const before = await count();
      expect(await app.call('POST', path(), await body(), customer.headers)).toMatchObject({
        status: 503,
        body: { code: 'MAINTENANCE', message: 'We move. Back soon.' },
      });
      expect(await count()).toEqual(before);
    },
  );

  it('should answer an order that was charged before as it did then', async () => {
    await save({ maintenanceEnabled: true });
    // Also after the stored answer is gone.
    for (const query of ['SELECT 1', 'DELETE FROM idempotency_record']) {
      await app.nest.get(DataSource).query(query);
      const { status, body } = await buy(key);
      expect([status, body.data]).toMatchObject([201, { proxies: [{ id: proxyId }] }]);
    }
    expect(await buy({ 'idempotency-key': 'never-bought' })).toMatchObject({ status: 503 });
  });

  it('should say when to try again where the end is known, and end by itself', async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await save({ maintenanceEnabled: true, maintenanceUntil: until });
    const refused = await app.nest.inject({
      method: 'POST',
      url: '/api/v1/proxies/buy',
      payload: poolOrderBody,
      headers: customer.headers,
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3600);
    const { body } = await app.call('GET', '/auth/config');
    expect(body.data).toMatchObject({ maintenance: { until } });
    await app.nest
      .get(DataSource)
      .query(`UPDATE setting SET value = '"2026-01-01T00:00:00Z"' WHERE key = 'maintenanceUntil'`);
    app.nest.get(SettingsService).invalidateCache();
    expect((await app.call('GET', '/auth/config')).body.data).toMatchObject({ maintenance: null });
    expect(await buy()).toMatchObject({ status: 201 });
  });

  it('should take an end to come only', async () => {
    for (const maintenanceUntil of ['2020-01-01T00:00:00Z', 'tomorrow'])
      expect(await save({ maintenanceUntil })).toMatchObject({
        status: 422,
        body: { errors: { maintenanceUntil: [expect.stringContaining('a time to come')] } },
      });
  });

  it('should let top-ups, quotes and the use of a proxy go on', async () => {
    await save({ maintenanceEnabled: true });
    const { headers } = customer;
    const topUp = {
      ...{ amount: 5000, currency: 'NGN', email: customer.email, reference: 'TOPUP_1_MAINTENANCE' },
      ...{ callback_url: `${app.nest.get(AppConfig).http.appUrl}/wallet?status=success` },
      metadata: { user_id: customer.userId, purpose: 'wallet_topup', amount: 5000 },
    };
    const calls = [
      app.call('POST', '/payments/initialize-topup', topUp, headers),
      app.call('POST', '/pricing/quote', poolOrderBody, headers),
      app.call('POST', `/user/proxies/${proxyId}/rotate`, undefined, headers),
      app.call('GET', '/user/proxies', undefined, headers),
    ];
    const [started, ...others] = await Promise.all(calls);
    // No payment provider runs here.
    expect(started!.body).toMatchObject({ code: expect.stringMatching(/^(PAYMENT|UPSTREAM)_/) });
    for (const { status } of others) expect(status).toBeLessThan(300);
  });

  it('should let automatic renewals go on', async () => {
    const path = `/user/proxies/${proxyId}/auto-renew`;
    await app.call('PUT', path, { enabled: true, gigabytes: 1 }, customer.headers);
    await save({ maintenanceEnabled: true });
    const { sql } = {
      sql: (query: string) => app.nest.get(DataSource).query<{ days: number }[]>(query),
    };
    await sql(`UPDATE proxy SET expires_at = now() + interval '1 hour' WHERE id = ${proxyId}`);
    await app.nest.get(AutoRenewalService).renewDue();
    const [row] = await sql(`SELECT extract(day FROM expires_at - now())::int AS days FROM proxy
                             WHERE id = ${proxyId}`);
    expect(row).toEqual({ days: 30 });
  });
});
