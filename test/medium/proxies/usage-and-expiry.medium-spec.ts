import { UsageRetentionService } from '../../../src/proxies/adapters/embedded/usage-retention.service';
import { ProxyExpiryService } from '../../../src/proxies/lifecycle/proxy-expiry.service';
import { ProxiesService } from '../../../src/proxies/proxies.service';
import { UsageSyncService } from '../../../src/proxies/usage/usage-sync.service';
import {
  expectConsistentBooks,
  createProxiesTestApp,
  poolRequest,
  datacenterRequest,
  type ProxiesTestApp,
} from './proxies-test-app';

describe('Usage sync and expiry', () => {
  let app: ProxiesTestApp;
  let usage: UsageSyncService;
  let expiry: ProxyExpiryService;

  beforeAll(async () => {
    app = await createProxiesTestApp();
    usage = app.module.get(UsageSyncService, { strict: false });
    expiry = app.module.get(ProxyExpiryService, { strict: false });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await expectConsistentBooks(app);
  });
  afterAll(() => app.close());

  const meter = (username: string, bytes: number) =>
    app.sql(
      `INSERT INTO gateway_meter AS m (proxy_id, bytes_down) SELECT id, $2 FROM gateway_account WHERE username = $1
       ON CONFLICT (proxy_id) DO UPDATE SET bytes_down = m.bytes_down + $2, updated_at = now(), changed_minute = date_trunc('minute', now())`,
      [username, bytes],
    );
  const usedBytes = async (id: number): Promise<number> =>
    (
      await app.sql<{ used: number }>(`SELECT used_bytes::int AS used FROM proxy WHERE id = $1`, [
        id,
      ])
    )[0]!.used;

  describe('UsageSyncService', () => {
    it('should copy the counters of the gateway, also later ones', async () => {
      const actor = await app.createCustomer(100_000);
      const { proxies } = await app.purchases.buyPool(actor, poolRequest());
      const { id, username } = proxies[0]!;
      await meter(username, 5_000_000);
      await usage.sync();
      expect(await usedBytes(id)).toBe(5_000_000);
      await meter(username, 1_000_000);
      await usage.sync();
      expect(await usedBytes(id)).toBe(6_000_000);
      const owned = await app.module.get(ProxiesService, { strict: false }).get(actor, id);
      expect(owned.usedBytes).toBe(6_000_000n);
    });

    it('should delete old hourly rows and keep the totals', async () => {
      const actor = await app.createCustomer(100_000);
      const { proxies } = await app.purchases.buyPool(actor, poolRequest());
      const { id, username } = proxies[0]!;
      await meter(username, 7_000_000);
      await app.sql(
        `INSERT INTO usage_hour (proxy_id, hour, bytes_down)
         SELECT a.id, date_trunc('hour', now()) - make_interval(days => days), days
         FROM gateway_account a, unnest(ARRAY[399, 401, 900]) AS days WHERE username = $1`,
        [username],
      );
      await app.module.get(UsageRetentionService, { strict: false }).deleteOldHours();
      expect(await app.sql('SELECT bytes_down::int AS days FROM usage_hour')).toEqual([
        { days: 399 },
      ]);
      await usage.sync();
      expect(await usedBytes(id)).toBe(7_000_000);
    });

    // spec: G12.4
    it('should delete counts of failures after 90 days', async () => {
      const actor = await app.createCustomer(100_000);
      const { proxies } = await app.purchases.buyPool(actor, poolRequest());
      await app.sql(
        `INSERT INTO usage_failure (proxy_id, hour, reason, count, last_at)
         SELECT a.id, date_trunc('hour', now()) - make_interval(days => days), 'NO_EXIT', days, now()
         FROM gateway_account a, unnest(ARRAY[89, 91, 200]) AS days WHERE username = $1`,
        [proxies[0]!.username],
      );
      await app.module.get(UsageRetentionService, { strict: false }).deleteOldFailures();
      expect(await app.sql('SELECT count::int AS days FROM usage_failure')).toEqual([{ days: 89 }]);
    });

    it('should read a long feed to its end', async () => {
      const actor = await app.createCustomer(100_000);
      const { proxies } = await app.purchases.buyDatacenter(
        actor,
        datacenterRequest(await app.getCountryId('de'), { quantity: 20 }),
      );
      for (const proxy of proxies) await meter(proxy.username, 10);
      const real = app.provider.usageChanges.bind(app.provider);
      jest.spyOn(app.provider, 'usageChanges').mockImplementation((cursor) => real(cursor, 3));
      await usage.sync();
      for (const proxy of proxies) expect(await usedBytes(proxy.id)).toBe(10);
    });

    it('should run on one worker at a time', async () => {
      const read = jest.spyOn(app.provider, 'usageChanges');
      await app.sql(`UPDATE usage_cursor SET leased_until = now() + interval '1 minute'`);
      expect(await usage.sync()).toBe(0);
      expect(read).not.toHaveBeenCalled();
      await app.sql(`UPDATE usage_cursor SET leased_until = now() - interval '1 second'`);
      await Promise.all(Array.from({ length: 6 }, () => usage.sync()));
      expect(read).toHaveBeenCalled();
    });

    it('should keep the cursor and release the lease when the provider does not answer', async () => {
      const actor = await app.createCustomer(100_000);
      const { proxies } = await app.purchases.buyPool(actor, poolRequest());
      await meter(proxies[0]!.username, 42);
      jest.spyOn(app.provider, 'usageChanges').mockRejectedValueOnce(new Error('down'));
      await expect(usage.sync()).rejects.toThrow('down');
      await usage.sync();
      expect(await usedBytes(proxies[0]!.id)).toBe(42);
    });

    it('should never lower a counter', async () => {
      const actor = await app.createCustomer(100_000);
      const { proxies } = await app.purchases.buyPool(actor, poolRequest());
      const { id, username, apiId } = proxies[0]!;
      await meter(username, 900);
      await usage.sync();
      jest.spyOn(app.provider, 'usageChanges').mockResolvedValueOnce({
        readings: [{ apiId, usedBytes: 100n }],
        cursor: 'null',
        more: false,
      });
      await usage.sync();
      expect(await usedBytes(id)).toBe(900);
    });
  });

  describe('ProxyExpiryService', () => {
    const end = (ids: number[]) =>
      app.sql(`UPDATE proxy SET expires_at = now() - interval '1 second' WHERE id = ANY($1)`, [
        ids,
      ]);

    it('should expire due proxies, release their addresses and write an audit row', async () => {
      await app.setStock('ke', 2);
      const actor = await app.createCustomer(100_000);
      const countryId = await app.getCountryId('ke');
      const { proxies } = await app.purchases.buyDatacenter(
        actor,
        datacenterRequest(countryId, { quantity: 2 }),
      );
      await end([proxies[0]!.id]);
      expect(await expiry.expireDue()).toBe(1);
      const rows = await app.sql(`SELECT status FROM proxy WHERE order_id = $1 ORDER BY id`, [
        proxies[0]!.orderId,
      ]);
      expect(rows).toEqual([{ status: 'expired' }, { status: 'active' }]);
      const [audit] = await app.sql<{ target: string }>(
        `SELECT target FROM audit_log WHERE action = 'proxy.expired' ORDER BY id DESC LIMIT 1`,
      );
      expect(audit?.target).toBe(`proxy:${proxies[0]!.id}`);
      const next = await app.purchases.buyDatacenter(actor, datacenterRequest(countryId));
      expect(next.proxies[0]!.ip).toBe(proxies[0]!.ip);
    });

    it('should expire suspended proxies too, each only once', async () => {
      const actor = await app.createCustomer(100_000);
      const { proxies } = await app.purchases.buyPool(actor, poolRequest());
      await app.sql(`UPDATE proxy SET status = 'suspended' WHERE id = $1`, [proxies[0]!.id]);
      await end([proxies[0]!.id]);
      const ended = await Promise.all(Array.from({ length: 8 }, () => expiry.expireDue()));
      expect(ended.reduce((sum, count) => sum + count, 0)).toBe(1);
    });

    it('should not release an address that another order has reserved', async () => {
      await app.setStock('ug', 1);
      const actor = await app.createCustomer(100_000);
      const countryId = await app.getCountryId('ug');
      const first = await app.purchases.buyDatacenter(actor, datacenterRequest(countryId));
      await end([first.proxies[0]!.id]);
      await expiry.expireDue();
      const second = await app.purchases.buyDatacenter(actor, datacenterRequest(countryId));
      await app.sql(`UPDATE proxy SET status = 'active' WHERE id = $1`, [first.proxies[0]!.id]);
      await expiry.expireDue();
      const [unit] = await app.sql(`SELECT order_id FROM stock_unit WHERE address = $1`, [
        second.proxies[0]!.ip,
      ]);
      expect(unit).toEqual({ order_id: second.orderId });
    });

    it('should process more than one batch', async () => {
      const actor = await app.createCustomer(1_000_000);
      const { orderId } = await app.purchases.buyPool(actor, poolRequest());
      await app.sql(
        `INSERT INTO proxy (uuid, user_id, order_id, provider, proxy_api_id, type, protocol, host, port,
           port_socks5, username, password_encrypted, country, price_kobo, expires_at)
         SELECT gen_random_uuid(), user_id, order_id, 'test', 'bulk-' || n, type, protocol, host, port,
                port_socks5, 'bulk' || n, password_encrypted, country, 0, now() - interval '1 day'
         FROM proxy, generate_series(1, 1200) n WHERE order_id = $1`,
        [orderId],
      );
      expect(await expiry.expireDue()).toBe(1200);
      expect(await expiry.expireDue()).toBe(0);
    });
  });
});
