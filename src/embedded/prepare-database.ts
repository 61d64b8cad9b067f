import type { AppConfig } from '../config/app-config';
import { runMigrations } from '../database/migrate';
import { seed } from './seeds/seed';
import { seedNetworks } from './seeds/seed-networks';

/** Migrates the database and seeds the catalog and the first admin. */
export async function prepareDatabase(
  url: string,
  config: AppConfig,
): Promise<{ adminCreated: boolean }> {
  await runMigrations(url);
  const { adminCreated, exits } = await seed(url, config);
  // Of the first start: whoever removes the networks does not get them again.
  if (exits > 0) await seedNetworks(url, config);
  return { adminCreated };
}
