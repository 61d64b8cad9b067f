import { DataSource } from 'typeorm';
import { dataSourceOptions } from './data-source-options';

/** Names one lock for the whole cluster, so that two processes never migrate at once. */
const MIGRATION_LOCK = 7_361_001;

/**
 * Brings the database up to date.
 * @returns names of the migrations that ran now, oldest first.
 */
export async function runMigrations(url: string): Promise<string[]> {
  const source = await new DataSource(dataSourceOptions(url, 2)).initialize();
  try {
    const lock = source.createQueryRunner();
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      const ran = await source.runMigrations({ transaction: 'each' });
      return ran.map((migration) => migration.name);
    } finally {
      await lock.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
      await lock.release();
    }
  } finally {
    await source.destroy();
  }
}
