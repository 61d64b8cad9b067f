import { Pool } from 'pg';
import type { AppConfig } from '../../../src/config/app-config';
import { UsageStore } from '../../../src/gateway/meter/usage-store';
import { testConfig } from './fixtures';
import { GatewayTables } from './gateway-tables';

describe('UsageStore', () => {
  let tables: GatewayTables;
  let config: AppConfig;
  let pool: Pool;
  let store: UsageStore;

  beforeAll(async () => {
    tables = await GatewayTables.open();
    config = await testConfig({ DATABASE_URL: tables.url });
    pool = new Pool({ connectionString: tables.url, max: 4 });
    store = new UsageStore(pool);
  });
  afterEach(() => tables.clear());
  afterAll(async () => {
    await pool.end();
    await tables.close();
  });

  it('adds a repeated batch once', async () => {
    const id = await tables.addProxy(config);
    const batch = {
      gatewayId: 'g',
      seq: Date.now() * 1000,
      at: new Date(),
      deltas: [
        { proxyId: id, up: 5, down: 7, requests: 1, wanted: 0 },
        { proxyId: 999_999, up: 1, down: 1, requests: 1, wanted: 0 },
      ],
    };
    const once = new Map([[id, { used: 12, lease: 0, heldByOthers: 0 }]]);
    const answers = await Promise.all([1, 2, 3].map(() => store.settle(batch)));
    expect(answers).toEqual([once, once, once]);
    expect(await store.settle(batch)).toEqual(once);
    expect(await tables.stored(id)).toEqual({ bytes: 12, requests: 1, hours: 12 });
  });

  it('stores batches of concurrent gateways without deadlock or loss', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 20; i++) ids.push(await tables.addProxy(config, { username: `many${i}` }));
    const flush = (gatewayId: string, seq: number) => {
      const order = seq % 2 ? [...ids] : [...ids].reverse();
      const deltas = order.map((proxyId) => ({ proxyId, up: 1, down: 1, requests: 1, wanted: 0 }));
      return store.settle({ gatewayId, seq, at: new Date(), deltas });
    };
    const gateway = async (name: string) => {
      for (let i = 0; i < 10; i++) await flush(name, i);
    };
    await Promise.all(['g0', 'g1', 'g2', 'g3'].map(gateway));
    for (const id of ids)
      expect(await tables.stored(id)).toEqual({ bytes: 80, requests: 40, hours: 80 });
  });

  it('forgets processes that ended long ago', async () => {
    await tables.admin.query(
      `INSERT INTO gateway_flush VALUES ('old', 1, now() - interval '2 days'), ('new', 2, now())`,
    );
    await store.forgetHolders(new Date(Date.now() - 86_400_000));
    const { rows } = await tables.admin.query(`SELECT gateway_id FROM gateway_flush`);
    expect(rows).toEqual([{ gateway_id: 'new' }]);
  });

  it('forgets the leases of processes that have been silent for an hour', async () => {
    const id = await tables.addProxy(config, { limit_bytes: 1_000 });
    await tables.admin.query(
      `INSERT INTO gateway_flush VALUES ('silent', 1, now() - interval '61 minutes'),
         ('slow', 2, now() - interval '59 minutes')`,
    );
    await tables.admin.query(
      `INSERT INTO gateway_lease (proxy_id, holder, bytes) VALUES ($1, 'silent', 1), ($1, 'slow', 1), ($1, 'gone', 1)`,
      [id],
    );
    await store.forgetHolders(new Date(Date.now() - 86_400_000));
    const { rows } = await tables.admin.query(`SELECT holder FROM gateway_lease`);
    expect(rows).toEqual([{ holder: 'slow' }]);
  });

  it.each([
    ['the function that saves usage', 'FUNCTION gateway_settle_usage'],
    ['a table of failures', 'TABLE usage_failure'],
    ['a table that it writes', 'TABLE usage_hour'],
    ['a table that it leases in', 'TABLE gateway_lease'],
  ])('reports that %s is missing, and writes nothing when all is there', async (_what, what) => {
    await expect(store.check()).resolves.toBeUndefined();
    await tables.admin.query(`ALTER ${what} RENAME TO away`);
    try {
      await expect(store.check()).rejects.toThrow('does not exist');
    } finally {
      const [kind, name] = what.split(' ');
      await tables.admin.query(`ALTER ${kind} away RENAME TO ${name}`);
    }
    const { rows } = await tables.admin.query(`SELECT gateway_id FROM gateway_flush`);
    expect(rows).toEqual([]);
  });

  describe('leases', () => {
    const KIB = 1024;
    let id: number;
    let seq = 0;
    const settle = async (gatewayId: string, up: number, wanted: number, from = store) => {
      const deltas = [{ proxyId: id, up, down: 0, requests: 0, wanted }];
      const settled = await from.settle({ gatewayId, seq: ++seq, at: new Date(), deltas });
      return settled.get(id)!;
    };
    const held = async () => {
      const { rows } = await tables.admin.query<{ sum: string }>(
        'SELECT coalesce(sum(bytes), 0) AS sum FROM gateway_lease',
      );
      return Number(rows[0]!.sum);
    };

    beforeEach(async () => {
      id = await tables.addProxy(config, { limit_bytes: 1_000 * KIB });
    });

    it('gives a slice, takes usage off it and never more than what remains', async () => {
      expect(await settle('a', 0, 50 * KIB)).toEqual({ used: 0, lease: 50 * KIB, heldByOthers: 0 });
      expect(await settle('a', 20 * KIB, 40 * KIB)).toMatchObject({ lease: 40 * KIB });
      expect(await settle('a', 30 * KIB, 5 * KIB)).toMatchObject({ lease: 10 * KIB });
      expect(await settle('a', 10 * KIB, 0)).toMatchObject({ used: 60 * KIB, lease: 0 });
      expect(await held()).toBe(0);
      expect(await settle('a', 930 * KIB, 64 * KIB)).toMatchObject({ lease: 10 * KIB });
      expect(await settle('a', 10 * KIB, 64 * KIB)).toMatchObject({ lease: 0, heldByOthers: 0 });
      expect(await held()).toBe(0);
    });

    it('reserves a byte once, whoever asks at the same time', async () => {
      const gateways = Array.from({ length: 12 }, (_, i) => `g${i}`);
      for (let round = 0; round < 15; round++) {
        const used = await Promise.all(gateways.map((name) => settle(name, 0, 200 * KIB)));
        const total = used[0]!.used;
        expect((await held()) + total).toBeLessThanOrEqual(1_000 * KIB);
        await Promise.all(used.map((one, i) => settle(gateways[i]!, one.lease, 200 * KIB)));
      }
      for (const name of gateways) await settle(name, 0, 0);
      const last = await settle('g0', 0, 64 * KIB);
      expect(last.used + last.lease).toBeLessThanOrEqual(1_000 * KIB);
      expect(last.used).toBeGreaterThan(900 * KIB);
    });

    it('keeps the result of a batch that is sent again', async () => {
      const batch = {
        gatewayId: 'a',
        seq: 7_000_000,
        at: new Date(),
        deltas: [{ proxyId: id, up: 10, down: 0, requests: 0, wanted: 5_000 }],
      };
      const first = await store.settle(batch);
      expect(await store.settle(batch)).toEqual(first);
      expect(first.get(id)).toEqual({ used: 10, lease: 5_000, heldByOthers: 0 });
    });

    it('leases the bytes of a process that has fallen silent to others', async () => {
      const quick = new UsageStore(pool, 300);
      await settle('silent', 0, 60 * KIB, quick);
      await settle('b', 900 * KIB, 0, quick);
      expect(await settle('b', 0, 64 * KIB, quick)).toMatchObject({
        lease: 16 * KIB,
        heldByOthers: 60 * KIB,
      });
      await tables.admin.query(
        `UPDATE gateway_flush SET flushed_at = now() - interval '1 second' WHERE gateway_id = 'silent'`,
      );
      expect(await settle('b', 0, 64 * KIB, quick)).toMatchObject({
        lease: 64 * KIB,
        heldByOthers: 0,
      });
      // Its usage counts when it comes back, its lease does not.
      expect(await settle('silent', 20 * KIB, 64 * KIB, quick)).toMatchObject({
        used: 920 * KIB,
        lease: 16 * KIB,
        heldByOthers: 64 * KIB,
      });
    });

    it('updates the meter without touching an index', async () => {
      const one = new Pool({ connectionString: tables.url, max: 1 });
      const from = new UsageStore(one);
      const updates = async () => {
        await one.query('SELECT pg_stat_force_next_flush()');
        const { rows } = await one.query<{ hot: string; count: string }>(
          `SELECT n_tup_hot_upd AS hot, n_tup_upd AS count FROM pg_stat_user_tables
           WHERE relname = 'gateway_meter'`,
        );
        return { hot: Number(rows[0]!.hot), count: Number(rows[0]!.count) };
      };
      try {
        await settle('a', 1, 64 * KIB, from);
        const before = await updates();
        for (let i = 0; i < 60; i++) await settle('a', 1, 64 * KIB, from);
        const after = await updates();
        expect(after.count - before.count).toBe(60);
        // Once a minute the indexed column changes; a full page costs another.
        expect(after.hot - before.hot).toBeGreaterThanOrEqual(55);
      } finally {
        await one.end();
      }
    });
  });
});
