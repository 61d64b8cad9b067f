import type { AppConfig } from '../config/app-config';
import { runMigrations } from '../database/migrate';
import { seed } from './seeds/seed';

/** Brings the database up to date and fills in what an embedded start sells. */
export async function prepareDatabase(
  url: string,
  config: AppConfig,
): Promise<{ adminCreated: boolean }> {
  await runMigrations(url);
  const { adminCreated } = await seed(url, config);
  return { adminCreated };
}
