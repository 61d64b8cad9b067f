import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/database/data-source-options';
import { runMigrations, UnknownSchemaError } from '../../src/database/migrate';
import { loadEntities } from '../support/entities';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { migrateUntil, openUntil } from '../support/migrate-until';

/** It joins two tables. */
const IRREVERSIBLE = 'JoinProxiesAndAccounts1763600073500';

/** Tables, views, functions, types and triggers of the application, without TypeORM's own tables. */
const OBJECTS = `
  SELECT 'relation ' || relkind::text || ' ' || relname AS name FROM pg_class c
   WHERE relnamespace = 'public'::regnamespace AND relname !~ '^(migrations|typeorm_metadata)'
     AND relname <> 'PK_8c82d7f526340ab734260ea46be'
  UNION ALL
  SELECT 'function ' || proname FROM pg_proc p WHERE pronamespace = 'public'::regnamespace
     AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
  UNION ALL
  SELECT 'trigger ' || tgname FROM pg_trigger WHERE NOT tgisinternal
  ORDER BY 1`;

async function driftOf(source: DataSource): Promise<string[]> {
  const { upQueries } = await source.driver.createSchemaBuilder().log();
  return upQueries.map(({ query }) => query);
}

let database: TestDatabase;
let source: DataSource;

async function open(kind: 'migrated' | 'empty'): Promise<void> {
  database = await createTestDatabase(kind);
  source = await new DataSource({
    ...dataSourceOptions(database.url, 2),
    entities: loadEntities(),
  }).initialize();
}

async function close(): Promise<void> {
  await source.destroy();
  await database.dispose();
}

describe('a migrated database', () => {
  beforeAll(() => open('migrated'));
  afterAll(close);

  // spec: M1.8
  it('should store every amount as bigint kobo and have no column that rounds money', async () => {
    const columns = await source.query<{ name: string; type: string }[]>(
      `SELECT table_name || '.' || column_name AS name, data_type AS type
       FROM information_schema.columns WHERE table_schema = 'public'`,
    );
    const kobo = columns.filter(({ name }) => /kobo|micros/.test(name));
    expect(kobo.length).toBeGreaterThan(10);
    expect(kobo.filter(({ type }) => type !== 'bigint')).toEqual([]);
    const rounded = columns.filter(({ type }) =>
      /^(real|double precision|numeric|money)$/.test(type),
    );
    expect(rounded).toEqual([]);
  });

  it('should have nothing to migrate', async () => {
    expect(await runMigrations(database.url)).toEqual([]);
  });

  it('should have exactly the schema of the entities', async () => {
    expect(await driftOf(source)).toEqual([]);
    await source.query('ALTER TABLE payment DROP COLUMN reason');
    expect(await driftOf(source)).not.toEqual([]);
  });

  it('should be refused when it has unknown migrations', async () => {
    await source.query(`INSERT INTO migrations (timestamp, name) VALUES (1, 'AddFutureTable1')`);
    await expect(runMigrations(database.url)).rejects.toThrow(
      new UnknownSchemaError(
        'The database was created by another version: it has the unknown migration AddFutureTable1. ' +
          'Start the version that created it, or use an empty database.',
      ),
    );
  });
});

describe('migrations', () => {
  afterEach(close);

  /** A database as it was before the named migration. */
  async function openBefore(name: string): Promise<void> {
    await open('empty');
    await migrateUntil(database.url, name);
  }

  // spec: M20.3
  it('should link the refunds there are to the charges of their orders', async () => {
    await openBefore('AddInvoices1763600070400');
    await source.query(
      `INSERT INTO users (id, name, email) VALUES (1, 'Ada', 'a@example.com'), (2, 'Eve', 'e@example.com')`,
    );
    await source.query(
      `INSERT INTO wallet_transaction (id, user_id, reference, type, purpose, status, amount_kobo, description, metadata) VALUES
         (1, 1, 'BUY', 'debit', 'purchase', 'pending', 500, '', '{}'),
         (2, 1, 'PART', 'credit', 'refund', 'pending', 100, '', '{"order_id": 9}'),
         (3, 1, 'UNKNOWN', 'credit', 'refund', 'pending', 100, '', '{"order_id": 10}'),
         (4, 1, 'NONE', 'credit', 'refund', 'pending', 100, '', '{}'),
         (5, 2, 'ANOTHER', 'credit', 'refund', 'pending', 100, '', '{"order_id": 9}'),
         (6, 1, 'TOPUP', 'credit', 'topup', 'pending', 100, '', '{"order_id": 9}')`,
    );
    await source.query(
      `INSERT INTO proxy_order (id, user_id, idempotency_key, type, quantity, amount_kobo, status, request, transaction_id)
       VALUES (9, 1, 'k', 'residential_ipv4', 1, 500, 'delivered', '{}', 1)`,
    );
    await source.runMigrations({ transaction: 'each' });
    expect(
      await source.query(
        `SELECT id, refund_of FROM wallet_transaction WHERE refund_of IS NOT NULL`,
      ),
    ).toEqual([{ id: 2, refund_of: 1 }]);
  });

  it('should keep the prices of countries when a period has no default', async () => {
    await openBefore('CreatePriceList1763600042500');
    await source.query('DELETE FROM period_price');
    await source.query(
      `INSERT INTO period_price (country, duration_minutes, usd_micros)
       VALUES ('zz', 10080, 1000000), ('ng', 10080, 900000), ('ng', 43200, 2500000), ('gh', 43200, 3000000)`,
    );
    await source.runMigrations({ transaction: 'each' });
    const [{ periods }] = await source.query<[{ periods: unknown }]>(
      `SELECT prices -> 'datacenter' -> 'periods' AS periods FROM price_list`,
    );
    const at = (country: string, usd: number) => ({ country, usd, on_sale: true });
    expect(periods).toEqual([
      { duration_minutes: 10080, usd: 1, on_sale: true, overrides: [at('ng', 0.9)] },
      { duration_minutes: 43200, usd: 3, on_sale: false, overrides: [at('gh', 3), at('ng', 2.5)] },
    ]);
  });

  it('should revert to an empty schema and restore the same schema', async () => {
    await open('empty');
    const former = await openUntil(database.url, IRREVERSIBLE);
    const ran = await former.runMigrations({ transaction: 'each' });
    const full = await source.query<{ name: string }[]>(OBJECTS);
    expect(full.length).toBeGreaterThan(ran.length);

    for (const _ of ran) await former.undoLastMigration({ transaction: 'each' });
    expect(await source.query(OBJECTS)).toEqual([]);

    await former.runMigrations({ transaction: 'each' });
    expect(await source.query(OBJECTS)).toEqual(full);
    await former.destroy();
    await source.runMigrations({ transaction: 'each' });
    expect(await driftOf(source)).toEqual([]);
  });
});

it('should list the migrations in the order of their timestamps', () => {
  const migrations = dataSourceOptions('postgres://x/y').migrations as { name: string }[];
  const stamps = migrations.map(({ name }) => name.slice(-13));
  expect(stamps).toEqual([...stamps].sort());
});
