import { OperatorError } from '../common/errors/operator-error';
import { DataSource } from 'typeorm';
import { AdvisoryLock } from './advisory-locks';
import { dataSourceOptions } from './data-source-options';
import { Baseline1763600073600 } from './migrations/1763600073600-baseline';

/** The database has a schema that this version cannot bring up to date. */
export class UnknownSchemaError extends OperatorError {
  override name = 'UnknownSchemaError';
}

/** The last of the migrations of version 0.1.0, in whose place the baseline stands. */
const LAST_BEFORE_BASELINE = 'JoinProxiesAndAccounts1763600073500';
const COUNT_BEFORE_BASELINE = 94;
const FIRST_BEFORE_BASELINE = 'CreateUsers1763600000000';

/**
 * Brings the database up to date.
 * @returns names of the migrations that ran now, oldest first.
 */
export async function runMigrations(url: string): Promise<string[]> {
  const source = await new DataSource(dataSourceOptions(url, 2)).initialize();
  try {
    const lock = source.createQueryRunner();
    await lock.query('SELECT pg_advisory_lock($1)', [AdvisoryLock.migrations]);
    try {
      await acceptFormerMigrations(source);
      const ran = await source.runMigrations({ transaction: 'each' });
      return ran.map((migration) => migration.name);
    } finally {
      await lock.query('SELECT pg_advisory_unlock($1)', [AdvisoryLock.migrations]);
      await lock.release();
    }
  } finally {
    await source.destroy();
  }
}

/** Enters the baseline into a database that version 0.1.0 has brought up to date; refuses any other state. */
async function acceptFormerMigrations(source: DataSource): Promise<void> {
  const [row] = await source.query<{ table: string | null }[]>(
    `SELECT to_regclass('public.migrations') AS table`,
  );
  if (!row?.table) return;
  const baseline = Baseline1763600073600.name;
  await source.query(
    `WITH former AS (
       DELETE FROM migrations WHERE timestamp < $1
         AND EXISTS (SELECT FROM migrations WHERE name = $3)
         AND (SELECT count(*) FROM migrations WHERE timestamp < $1) = $4
       RETURNING id)
     INSERT INTO migrations (timestamp, name) SELECT $1, $2 WHERE EXISTS (SELECT FROM former)`,
    [Number(baseline.slice(-13)), baseline, LAST_BEFORE_BASELINE, COUNT_BEFORE_BASELINE],
  );
  const applied = await source.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY id');
  const names = applied.map(({ name }) => name);
  const known = new Set(source.migrations.map(({ name }) => name));
  const unknown = names.find((name) => !known.has(name));
  if (!unknown) return;
  throw new UnknownSchemaError(
    names[0] === FIRST_BEFORE_BASELINE
      ? `The database is older than version 0.1.0 left it: its last migration is ${names.at(-1)}. ` +
          'Install version 0.1.0 first, run its migrations, then start this version again.'
      : `The database was created by another version: it has the unknown migration ${unknown}. ` +
          'Start the version that created it, or use an empty database.',
  );
}
