import { DataSource } from 'typeorm';
import { AlertConditionQueries } from '../../../src/admin/alerts/alert-conditions.queries';
import { FakeProviderApi } from '../../../src/sandbox/providers/fake-provider-api';
import { FakeWebshare } from '../../../src/sandbox/providers/fake-webshare';
import { ProviderStockService } from '../../../src/catalog/providers/provider-stock.service';
import { NetworkUsageService } from '../../../src/catalog/usage/usage.service';
import { useHttpTestApp, type Customer } from '../proxies/http-test-app';

const PATH = '/admin/supply/networks';

describe('What providers counted', () => {
  const app = useHttpTestApp();
  let admin: Customer;
  let subAdmin: Customer;
  let source: DataSource;

  beforeAll(async () => {
    admin = await app.signUp('admin');
    subAdmin = await app.signUp('sub-admin');
    source = app.nest.get(DataSource);
  });
  afterEach(() => source.query('DELETE FROM supply_network'));

  const call = (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    by = admin,
  ) => app.call(method, path, body, by.headers);
  const addedId = async (more: object = {}): Promise<number> => {
    const { status, body } = await call('POST', PATH, {
      ...{ name: 'Main', dialect: 'oxylabs', kind: 'residential', protocol: 'http' },
      ...{ host: 'pr.oxylabs.io', port: 7777, username: 'shop', password: 'Upstream-pass-1' },
      ...{ countries: '*', targeting: { region: false, city: true, isp: false } },
      ...{ cost_usd_per_gb: 3, bytes_per_gb: 1_000_000_000, weight: 5, enabled: true },
      ...more,
    });
    expect([status, body.errors]).toEqual([201, undefined]);
    return (body.data as unknown as { network: { id: number } }).network.id;
  };
  interface Day {
    day: string;
    own_bytes: number;
    provider_bytes: number;
    source: string;
    is_off: boolean;
  }
  const GB = 1_000_000_000;
  const alerts = () => app.nest.get(AlertConditionQueries, { strict: false });
  /** @param hour ISO text, or an expression of SQL such as `now()`. */
  const carry = (id: number, hour: string, bytes: number, picos = 0) =>
    source.query(
      `INSERT INTO supply_network_hour (network_id, hour, bytes_up, bytes_down, requests, cost_usd_picos)
       VALUES ($1, date_trunc('hour', ${hour}), 0, $2, 1, $3)`,
      [id, bytes, picos],
    );
  const enter = (id: number, day: string, bytes: number, by = admin) =>
    call('PUT', `${PATH}/${id}/provider-usage`, { day, bytes }, by);
  const daysOf = (body: object) => (body as { data: { days: Day[] } }).data.days;
  const daysAgo = (days: number) =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

  const getAudit = (id: number) =>
    source.query<object[]>('SELECT action FROM audit_log WHERE target = $1', [
      `supply_network:${id}`,
    ]);

  it('should tell what each network carried and cost, and what failed', async () => {
    const id = await addedId();
    await carry(id, 'now()', 2 * GB, 6_282_000_000_000);
    await source.query(
      `INSERT INTO supply_outcome VALUES ($1, now(), 'asked', 40), ($1, now(), 'retry', 3), ($1, now(), 'silent', 5)`,
      [id],
    );
    const { status, body } = await call('GET', '/admin/supply/network-usage');
    const carried = { bytes: 2 * GB, cost_usd: 6.282 };
    expect([status, body.data]).toEqual([
      200,
      {
        networks: [
          {
            ...{
              network_id: id,
              today: carried,
              month: carried,
              asked: 40,
              balance_usd: null,
              left_gb: null,
            },
            failures: [
              { reason: 'silent', count: 5 },
              { reason: 'retry', count: 3 },
            ],
          },
        ],
      },
    ]);
    const refused = await call('GET', '/admin/supply/network-usage', undefined, subAdmin);
    expect(refused.status).toBe(403);
    await source.query('DELETE FROM supply_network_hour');
    await source.query('DELETE FROM supply_outcome');
  });

  it('should compare what staff enter with its own count of the day in UTC', async () => {
    const id = await addedId();
    const day = daysAgo(2);
    await carry(id, `'${day}T00:30Z'::timestamptz`, GB);
    await carry(id, `'${day}T23:30Z'::timestamptz`, GB);
    // 3 % of the greater count are within bounds; the next byte is not.
    expect(daysOf((await enter(id, day, 2_060_000_000)).body)).toMatchObject([
      { day, own_bytes: 2 * GB, provider_bytes: 2_060_000_000, source: 'staff', is_off: false },
    ]);
    expect(await alerts().find(['supply_difference'])).toEqual([]);
    const { body } = await enter(id, day, 2_200_000_000);
    expect(daysOf(body)).toMatchObject([{ provider_bytes: 2_200_000_000, is_off: true }]);
    expect(await alerts().find(['supply_difference'])).toMatchObject([
      {
        key: `supply_difference:${id}:${day}`,
        message: expect.stringContaining('10 % more traffic') as string,
      },
    ]);
    expect(await getAudit(id)).toContainEqual({ action: 'system.supply_compared' });
    expect((await enter(id, daysAgo(-2), 1)).status).toBe(422);
    expect((await enter(id, '2026-02-30', 1)).status).toBe(422);
    expect((await enter(id, day, 1, subAdmin)).status).toBe(403);
    expect((await enter(999_999, day, 1)).status).toBe(404);
    await source.query('DELETE FROM supply_network_hour');
  });

  it('should read the count and the balance of a connected account', async () => {
    const webshare = new FakeWebshare();
    const api = await FakeProviderApi.start(webshare);
    try {
      const id = await addedId({
        ...{ dialect: 'webshare', host: 'p.webshare.io', port: 80, minimum_balance_usd: 30 },
        targeting: { region: false, city: false, isp: false },
      });
      const account = {
        ...{ name: 'Webshare', kind: 'webshare', base_url: api.url, api_key: 'sandbox-key' },
        ...{ enabled: true, buys_automatically: false, minimum_stock: {} },
      };
      const connected = await call('POST', '/admin/supply/providers', account);
      expect([connected.status, connected.body.errors]).toEqual([201, undefined]);
      const day = daysAgo(1);
      webshare.hours.set(`${day}T00:00:00.000Z`, GB);
      webshare.hours.set(`${day}T23:00:00.000Z`, 2 * GB);
      webshare.hours.set(`${daysAgo(0)}T00:00:00.000Z`, 7 * GB);
      const usage = app.nest.get(NetworkUsageService, { strict: false });
      await usage.compareAll();
      await app.nest.get(ProviderStockService, { strict: false }).readBalances();
      const { body } = await call('GET', `${PATH}/${id}/provider-usage`);
      expect(daysOf(body)).toMatchObject([
        { day, own_bytes: 0, provider_bytes: 3 * GB, source: 'api', is_off: true },
      ]);
      expect(await alerts().find(['supply_difference'])).toHaveLength(1);
      expect(await alerts().find(['supply_balance'])).toMatchObject([
        { key: `supply_balance:${id}` },
      ]);
      // Two networks share the account's counter: neither is compared.
      await addedId({
        ...{ name: 'Second', dialect: 'webshare', host: 'p.webshare.io', port: 80 },
        targeting: { region: false, city: false, isp: false },
      });
      const calls = webshare.calls.length;
      await usage.compareAll();
      expect(webshare.calls).toHaveLength(calls);
    } finally {
      await source.query('DELETE FROM supply_provider');
      await api.close();
    }
  });
});
