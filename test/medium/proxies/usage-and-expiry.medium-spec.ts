import { Pool } from 'pg';
import { UsageStore } from '../../../src/gateway/meter/usage-store';
import { ProxyExpiryService } from '../../../src/proxies/proxy-expiry.service';
import { ProxiesService } from '../../../src/proxies/proxies.service';
import { GIGABYTE } from '../../../src/proxies/proxy.types';
import { UsageSyncService } from '../../../src/proxies/usage/usage-sync.service';
import {
  expectConsistentBooks,
  createProxiesTestApp,
  poolRequest,
  datacenterRequest,
  type ProxiesTestApp,
} from './proxies-test-app';

describe('Roll-up of usage, and expiry', () => {
  let app: ProxiesTestApp;
  let usage: UsageSyncService;
  let expiry: ProxyExpiryService;
  let pool: Pool;
  let store: UsageStore;
  let seq = 0;

  beforeAll(async () => {
    app = await createProxiesTestApp();
    usage = app.module.get(UsageSyncService, { strict: false });
    expiry = app.module.get(ProxyExpiryService, { strict: false });
    pool = new Pool({ connectionString: app.database.url, max: 2 });
    store = new UsageStore(pool);
  });
  afterEach(() => expectConsistentBooks(app));
  afterAll(async () => {
    await pool.end();
    await app.close();
  });

  const buyOne = async () => {
    const actor = await app.createCustomer(100_000);
    const { proxies } = await app.orders.buyPool(actor, poolRequest());
    return { actor, id: proxies[0]!.id };
  };
  /** Proxies of one order. @returns their ids. */
  const addProxies = async (count: number): Promise<number[]> => {
    const { id } = await buyOne();
    const added = await app.sql<{ id: number }>(
      `WITH larger AS (UPDATE proxy_order o SET quantity = 1 + $2 FROM proxy p WHERE p.id = $1 AND o.id = p.order_id)
       INSERT INTO proxy (uuid, user_id, order_id, proxy_api_id, type, protocol, host, port, port_socks5, username,
         password_encrypted, password_digest, country, session_id, price_kobo, limit_bytes, expires_at)
       SELECT gen_random_uuid(), user_id, order_id, proxy_api_id || '-' || n, type, protocol, host, port, port_socks5,
         username || 'x' || n, password_encrypted, password_digest, country, session_id, 0, limit_bytes, expires_at
       FROM proxy, generate_series(1, $2::int) n WHERE id = $1 RETURNING id`,
      [id, count],
    );
    return added.map((row) => row.id).sort((one, other) => one - other);
  };

  describe('UsageSyncService', () => {
    /** Bytes that a gateway books for each of the proxies. */
    const meter = (ids: readonly number[], bytes: number, gatewayId = 'g') =>
      store.settle({
        ...{ gatewayId, seq: (seq += 1), at: new Date() },
        deltas: ids.map((proxyId) => ({
          ...{ proxyId, up: 1, down: bytes - 1, requests: 1, wanted: 0 },
        })),
      });
    const getUsed = async (ids: readonly number[]): Promise<number[]> =>
      (
        await app.sql<{ used: number }>(
          `SELECT used_bytes::int AS used FROM proxy WHERE id = ANY($1) ORDER BY id`,
          [ids],
        )
      ).map(({ used }) => used);
    /** How many of all proxies do not have what is metered. */
    const countBehind = async (): Promise<number> =>
      (
        await app.sql(
          `SELECT FROM gateway_meter m JOIN proxy p ON p.id = m.proxy_id WHERE p.used_bytes <> m.bytes_up + m.bytes_down`,
        )
      ).length;
    const readPage = (limit: number) => app.uow.run(() => usage.rollUp(limit, null));
    /** As if all that has happened had happened earlier. */
    const passTime = async (interval: string) => {
      await app.sql(
        `UPDATE gateway_meter SET changed_minute = changed_minute - $1::interval, updated_at = updated_at - $1::interval`,
        [interval],
      );
      await app.sql(`UPDATE usage_rollup SET minute = minute - $1::interval`, [interval]);
    };
    /** Leaves nothing else for the next run to read. */
    const settle = async () => {
      await usage.sync();
      await passTime('5 minutes');
      await app.sql(
        `UPDATE usage_rollup SET minute = date_trunc('minute', now()) - interval '1 minute', proxy_id = 0`,
      );
    };

    it('should roll up what the gateways metered, also later', async () => {
      const { actor, id } = await buyOne();
      await meter([id], 5_000_000);
      await usage.sync();
      expect(await getUsed([id])).toEqual([5_000_000]);
      await meter([id], 1_000_000, 'other');
      await usage.sync();
      expect(await getUsed([id])).toEqual([6_000_000]);
      const owned = await app.module.get(ProxiesService, { strict: false }).get(actor, id);
      expect(owned.usedBytes).toBe(6_000_000n);
    });

    it('should read more than one batch to its end, of one minute and of several', async () => {
      await settle();
      const ids = await addProxies(2_100);
      await meter(ids, 10);
      expect(await usage.sync()).toBe(2_100);
      expect(await countBehind()).toBe(0);
      await meter(ids, 5);
      await app.sql(
        `UPDATE gateway_meter SET changed_minute = changed_minute - proxy_id % 7 * interval '1 minute'
         WHERE proxy_id = ANY($1)`,
        [ids],
      );
      await app.sql(`UPDATE usage_rollup SET minute = minute - interval '10 minutes'`);
      await usage.sync();
      expect(await countBehind()).toBe(0);
      expect(new Set(await getUsed(ids))).toEqual(new Set([15]));
    });

    it('should change nothing when it runs again', async () => {
      const ids = await addProxies(3);
      await meter(ids, 10);
      await usage.sync();
      const read = () =>
        app.sql(`SELECT id, used_bytes, usage_synced_at, xmin::text FROM proxy ORDER BY id`);
      const before = await read();
      await usage.sync();
      await app.sql(`UPDATE usage_rollup SET minute = '-infinity', proxy_id = 0`);
      expect(await usage.sync()).toBeGreaterThanOrEqual(3);
      expect(await read()).toEqual(before);
    });

    it('should never lower a counter', async () => {
      const { id } = await buyOne();
      await meter([id], 900);
      await usage.sync();
      await app.sql(
        `UPDATE gateway_meter SET bytes_down = 1, changed_minute = date_trunc('minute', clock_timestamp()) WHERE proxy_id = $1`,
        [id],
      );
      expect(await usage.sync()).toBeGreaterThan(0);
      expect(await getUsed([id])).toEqual([900]);
      await app.sql(`UPDATE gateway_meter SET bytes_down = 899 WHERE proxy_id = $1`, [id]);
    });

    it('should see a meter that changes again in a minute of which a full page was read', async () => {
      await settle();
      const ids = await addProxies(5);
      await meter(ids, 10);
      expect(await readPage(2)).toMatchObject({ count: 2 });
      await meter([ids[0]!], 10);
      await usage.sync();
      await usage.sync();
      expect(await getUsed(ids)).toEqual([20, 10, 10, 10, 10]);
    });

    it('should see it also when the worker died after the page and others are read much later', async () => {
      await settle();
      const ids = await addProxies(5);
      await meter(ids, 10);
      expect(await readPage(2)).toMatchObject({ count: 2 });
      await meter([ids[0]!], 10);
      await passTime('3 minutes');
      await meter([ids[4]!], 10);
      await usage.sync();
      await usage.sync();
      expect(await getUsed(ids)).toEqual([20, 10, 10, 10, 20]);
    });

    it('should read nothing twice that has not changed for some minutes', async () => {
      await settle();
      const ids = await addProxies(3);
      await meter(ids, 10);
      expect(await usage.sync()).toBe(3);
      expect(await usage.sync()).toBe(3);
      await passTime('3 minutes');
      await usage.sync();
      expect(await usage.sync()).toBe(0);
      await meter([ids[0]!], 10);
      expect(await usage.sync()).toBe(1);
      expect(await getUsed(ids)).toEqual([20, 10, 10]);
    });

    it('should miss nothing while two workers roll up what two gateways meter', async () => {
      const ids = await addProxies(1_500);
      let isMetering = true;
      const work = async () => {
        while (isMetering) await usage.sync();
      };
      const workers = [work(), work()];
      for (let round = 0; round < 6; round += 1) {
        const part = ids.filter((id) => id % 3 !== round % 3);
        await Promise.all([meter(part, 3, 'a'), meter(part, 4, 'b')]);
      }
      isMetering = false;
      await Promise.all(workers);
      await usage.sync();
      expect(await countBehind()).toBe(0);
      expect(new Set(await getUsed(ids))).toEqual(new Set([4 * 7]));
    });

    it('should leave it to the worker that is at it', async () => {
      const { id } = await buyOne();
      await meter([id], 10);
      const other = app.dataSource.createQueryRunner();
      await other.startTransaction();
      try {
        await other.query(`SELECT FROM usage_rollup FOR UPDATE`);
        expect(await usage.sync()).toBe(0);
        expect(await getUsed([id])).toEqual([0]);
      } finally {
        await other.rollbackTransaction();
        await other.release();
      }
      await usage.sync();
      expect(await getUsed([id])).toEqual([10]);
    });

    it('should begin again where it was when a page fails', async () => {
      await settle();
      const ids = await addProxies(2);
      await meter(ids, 10);
      const overflow = (sign: string) =>
        app.sql(
          `UPDATE gateway_meter SET bytes_up = bytes_up ${sign} 9223372036854775000 WHERE proxy_id = $1`,
          [ids[1]],
        );
      await overflow('+');
      await app.sql(`UPDATE gateway_meter SET bytes_down = bytes_down + 1000 WHERE proxy_id = $1`, [
        ids[1],
      ]);
      await expect(usage.sync()).rejects.toThrow('out of range');
      expect(await getUsed(ids)).toEqual([0, 0]);
      await overflow('-');
      await usage.sync();
      expect(await getUsed(ids)).toEqual([10, 1010]);
    });

    it('should record each threshold of the traffic once, also when it is read again', async () => {
      const { id } = await buyOne();
      const takeMarks = async () =>
        (
          await app.sql<{ percent: number }>(
            `WITH taken AS (DELETE FROM traffic_threshold WHERE proxy_id = $1 RETURNING percent)
             SELECT percent FROM taken ORDER BY percent`,
            [id],
          )
        ).map(({ percent }) => percent);
      const rollUp = () => Promise.all([usage.sync(), usage.sync()]).then(() => usage.sync());
      const percent = (share: number) => Math.ceil((Number(GIGABYTE) * share) / 100);
      await meter([id], percent(79));
      await rollUp();
      expect(await takeMarks()).toEqual([]);
      await meter([id], percent(2));
      await rollUp();
      expect(await takeMarks()).toEqual([80]);
      await rollUp();
      await meter([id], 1);
      await rollUp();
      expect(await takeMarks()).toEqual([]);
      await meter([id], percent(30));
      await rollUp();
      expect(await takeMarks()).toEqual([95, 100]);
      await meter([id], percent(1));
      await rollUp();
      expect(await takeMarks()).toEqual([]);
    });

    it('should delete old hourly rows and keep the totals', async () => {
      const { id } = await buyOne();
      await meter([id], 7_000_000);
      await app.sql(
        `INSERT INTO usage_hour (proxy_id, hour, bytes_down)
         SELECT $1, date_trunc('hour', now()) - make_interval(days => days), days
         FROM unnest(ARRAY[399, 401, 900]) AS days`,
        [id],
      );
      await usage.deleteOld();
      expect(
        await app.sql(
          `SELECT bytes_down::int AS down FROM usage_hour WHERE proxy_id = $1 ORDER BY hour`,
          [id],
        ),
      ).toEqual([{ down: 399 }, { down: 6_999_999 }]);
      await usage.sync();
      expect(await getUsed([id])).toEqual([7_000_000]);
    });

    it('should delete counts of failures after 90 days', async () => {
      const { id } = await buyOne();
      await app.sql(
        `INSERT INTO usage_failure (proxy_id, hour, reason, count, last_at)
         SELECT $1, date_trunc('hour', now()) - make_interval(days => days), 'NO_EXIT', days, now()
         FROM unnest(ARRAY[89, 91, 200]) AS days`,
        [id],
      );
      await usage.deleteOld();
      expect(await app.sql('SELECT count::int AS days FROM usage_failure')).toEqual([{ days: 89 }]);
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
      const { order_id, proxies } = await app.orders.buyDatacenter(
        actor,
        datacenterRequest(countryId, { quantity: 2 }),
      );
      await end([proxies[0]!.id]);
      expect(await expiry.expireDue()).toBe(1);
      const rows = await app.sql(`SELECT status FROM proxy WHERE order_id = $1 ORDER BY id`, [
        order_id,
      ]);
      expect(rows).toEqual([{ status: 'expired' }, { status: 'active' }]);
      const [audit] = await app.sql<{ target: string }>(
        `SELECT target FROM audit_log WHERE action = 'proxy.expired' ORDER BY id DESC LIMIT 1`,
      );
      expect(audit?.target).toBe(`proxy:${proxies[0]!.id}`);
      const next = await app.orders.buyDatacenter(actor, datacenterRequest(countryId));
      expect(next.proxies[0]!.ip).toBe(proxies[0]!.ip);
    });

    it('should expire suspended proxies too, each only once', async () => {
      const actor = await app.createCustomer(100_000);
      const { proxies } = await app.orders.buyPool(actor, poolRequest());
      await app.sql(`UPDATE proxy SET status = 'suspended' WHERE id = $1`, [proxies[0]!.id]);
      await end([proxies[0]!.id]);
      const ended = await Promise.all(Array.from({ length: 8 }, () => expiry.expireDue()));
      expect(ended.reduce((sum, count) => sum + count, 0)).toBe(1);
    });

    it('should not release an address that another order has reserved', async () => {
      await app.setStock('ug', 1);
      const actor = await app.createCustomer(100_000);
      const countryId = await app.getCountryId('ug');
      const first = await app.orders.buyDatacenter(actor, datacenterRequest(countryId));
      await end([first.proxies[0]!.id]);
      await expiry.expireDue();
      const second = await app.orders.buyDatacenter(actor, datacenterRequest(countryId));
      await app.sql(`UPDATE proxy SET status = 'active' WHERE id = $1`, [first.proxies[0]!.id]);
      await expiry.expireDue();
      const [unit] = await app.sql(`SELECT order_id FROM stock_unit WHERE address = $1`, [
        second.proxies[0]!.ip,
      ]);
      expect(unit).toEqual({ order_id: second.order_id });
    });

    it('should process more than one batch', async () => {
      const ids = await addProxies(1200);
      await end(ids);
      expect(await expiry.expireDue()).toBe(1200);
      expect(await expiry.expireDue()).toBe(0);
    });
  });
});
