import { DataSource } from 'typeorm';
import { AdvisoryLock } from './advisory-locks';
import { dataSourceOptions } from './data-source-options';

/** The database has a schema of another version, such as a newer release or a pre-release. */
export class UnknownSchemaError extends Error {
  override name = 'UnknownSchemaError';
}

/**
 * Brings the database up to date.
 * @returns names of the migrations that ran now, oldest first.
 * @throws UnknownSchemaError when the database has migrations that this version does not know.
 */
export async function runMigrations(url: string): Promise<string[]> {
  const source = await new DataSource(dataSourceOptions(url, 2)).initialize();
  try {
    const lock = source.createQueryRunner();
    await lock.query('SELECT pg_advisory_lock($1)', [AdvisoryLock.migrations]);
    try {
      await rejectUnknownMigrations(source);
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

async function rejectUnknownMigrations(source: DataSource): Promise<void> {
  const [row] = await source.query<{ table: string | null }[]>(
    `SELECT to_regclass('public.migrations') AS table`,
  );
  if (!row?.table) return;
  const applied = await source.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY id');
  const known = new Set(source.migrations.map(({ name }) => name));
  const unknown = applied.map(({ name }) => name).filter((name) => !known.has(name));
  if (unknown.length)
    throw new UnknownSchemaError(
      `The database was created by another version: it has the unknown migration ${unknown[0]}. ` +
        'Start the version that created it, or use an empty database.',
    );
}
