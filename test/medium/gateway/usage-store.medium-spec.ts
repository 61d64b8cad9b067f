import { Pool } from 'pg';
import type { AppConfig } from '../../../src/config/app-config';
import { PgUsageStore } from '../../../src/gateway/meter/pg-usage-store';
import { testConfig } from './fixtures';
import { GatewayTables } from './gateway-tables';

describe('PgUsageStore', () => {
  let tables: GatewayTables;
  let config: AppConfig;
  let pool: Pool;
  let store: PgUsageStore;

  beforeAll(async () => {
    tables = await GatewayTables.open();
    config = await testConfig({ DATABASE_URL: tables.url });
    pool = new Pool({ connectionString: tables.url, max: 4 });
    store = new PgUsageStore(pool);
  });
  afterEach(() => tables.clear());
  afterAll(async () => {
    await pool.end();
    await tables.close();
  });

  it('adds a repeated batch once', async () => {
    const id = await tables.addAccount(config);
    const batch = {
      gatewayId: 'g',
      seq: Date.now() * 1000,
      at: new Date(),
      deltas: [
        { proxyId: id, up: 5, down: 7, requests: 1 },
        { proxyId: 999_999, up: 1, down: 1, requests: 1 },
      ],
    };
    const answers = await Promise.all([store.add(batch), store.add(batch), store.add(batch)]);
    expect(await store.add(batch)).toEqual(new Map([[id, 12]]));
    expect(answers).toContainEqual(new Map([[id, 12]]));
    expect(await tables.stored(id)).toEqual({ bytes: 12, requests: 1, hours: 12 });
  });

  it('stores batches of concurrent gateways without deadlock or loss', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 20; i++)
      ids.push(await tables.addAccount(config, { username: `many${i}` }));
    const flush = (gatewayId: string, seq: number) => {
      const order = seq % 2 ? [...ids] : [...ids].reverse();
      const deltas = order.map((proxyId) => ({ proxyId, up: 1, down: 1, requests: 1 }));
      return store.add({ gatewayId, seq, at: new Date(), deltas });
    };
    await Promise.all(Array.from({ length: 40 }, (_, i) => flush(`g${i % 4}`, i)));
    for (const id of ids)
      expect(await tables.stored(id)).toEqual({ bytes: 80, requests: 40, hours: 80 });
  });

  it('deletes old batch ids', async () => {
    await tables.admin.query(
      `INSERT INTO gateway_flush VALUES ('g', 1, now() - interval '2 days'), ('g', 2, now())`,
    );
    await store.forgetBatches(new Date(Date.now() - 86_400_000));
    const { rows } = await tables.admin.query(
      `SELECT seq FROM gateway_flush WHERE gateway_id = 'g'`,
    );
    expect(rows).toEqual([{ seq: '2' }]);
  });
});
