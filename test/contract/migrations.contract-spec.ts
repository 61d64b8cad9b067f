import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/database/data-source-options';
import { runMigrations, UnknownSchemaError } from '../../src/database/migrate';
import { MIGRATIONS } from '../../src/database/migrations';
import { loadEntities } from '../support/entities';
import { createTestDatabase, type TestDatabase } from '../support/database';

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

describe('a database of version 0.1.0', () => {
  /** Names of its migrations; only the first and the last matter. */
  const former = (count: number, last: string): string[] => [
    'CreateUsers1763600000000',
    ...Array.from({ length: count - 2 }, (_, index) => `Add${1763600000001 + index}`),
    last,
  ];
  const LAST = 'JoinProxiesAndAccounts1763600073500';

  beforeEach(async () => {
    await open('migrated');
    for (const _ of MIGRATIONS.slice(1)) await source.undoLastMigration({ transaction: 'each' });
  });
  afterEach(close);

  async function standAt(names: string[]): Promise<void> {
    await source.query('TRUNCATE migrations');
    await source.query(
      `INSERT INTO migrations (timestamp, name) SELECT right(name, 13)::bigint, name FROM unnest($1::text[]) AS name`,
      [names],
    );
  }
  const applied = async (): Promise<string[]> =>
    (await source.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY id')).map(
      ({ name }) => name,
    );

  it('should get the baseline in the place of its migrations, and keep its rows', async () => {
    await source.query(`INSERT INTO users (name, email) VALUES ('Ada', 'ada@example.com')`);
    await standAt(former(94, LAST));
    expect(await runMigrations(database.url)).toEqual(MIGRATIONS.slice(1).map(({ name }) => name));
    expect(await applied()).toEqual(MIGRATIONS.map(({ name }) => name));
    expect(await source.query('SELECT name FROM users')).toEqual([{ name: 'Ada' }]);
    expect(await runMigrations(database.url)).toEqual([]);
  });

  it.each([
    ['stands before the last of them', former(93, 'CountUsesPerPerson1763600072500')],
    ['lacks one of them', former(93, LAST)],
  ])('should be refused, and left alone, when it %s', async (_, names) => {
    await standAt(names);
    await expect(runMigrations(database.url)).rejects.toThrow(
      new UnknownSchemaError(
        `The database is older than version 0.1.0 left it: its last migration is ${names.at(-1)}. ` +
          'Install version 0.1.0 first, run its migrations, then start this version again.',
      ),
    );
    expect(await applied()).toEqual(names);
  });
});

describe('migrations', () => {
  afterEach(close);

  it('should revert to the baseline and restore the same schema', async () => {
    await open('migrated');
    const full = await source.query<{ name: string }[]>(OBJECTS);
    const later = MIGRATIONS.slice(1).map(({ name }) => name);
    for (const _ of later) await source.undoLastMigration({ transaction: 'each' });
    expect(await runMigrations(database.url)).toEqual(later);
    expect(await source.query(OBJECTS)).toEqual(full);
    expect(await driftOf(source)).toEqual([]);
  });

  it('should not revert the baseline', async () => {
    await open('empty');
    await source.runMigrations({ transaction: 'each' });
    const full = await source.query<{ name: string }[]>(OBJECTS);
    for (const _ of MIGRATIONS.slice(1)) await source.undoLastMigration({ transaction: 'each' });
    await expect(source.undoLastMigration()).rejects.toThrow('The baseline cannot be reverted');
    await runMigrations(database.url);
    expect(await source.query(OBJECTS)).toEqual(full);
  });
});

it('should list the migrations in the order of their timestamps', () => {
  const stamps = MIGRATIONS.map(({ name }) => name.slice(-13));
  expect(stamps).toEqual([...stamps].sort());
});
