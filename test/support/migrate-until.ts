import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/database/data-source-options';
import { MIGRATIONS } from '../../src/database/migrations';

/** Migrations before the named one, as an earlier release had them. */
function migrationsUntil(name: string): typeof MIGRATIONS {
  const index = MIGRATIONS.findIndex((migration) => migration.name === name);
  if (index < 0) throw new Error(`No migration ${name}`);
  return MIGRATIONS.slice(0, index);
}

/** Opens a database with the migrations before the named one; it can run and undo no others. */
export const openUntil = (url: string, name: string): Promise<DataSource> =>
  new DataSource({ ...dataSourceOptions(url, 2), migrations: migrationsUntil(name) }).initialize();

/** Migrates an empty database to what it was before the named migration. */
export async function migrateUntil(url: string, name: string): Promise<void> {
  const source = await openUntil(url, name);
  try {
    await source.runMigrations({ transaction: 'each' });
  } finally {
    await source.destroy();
  }
}
