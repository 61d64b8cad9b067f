import type { AppConfig } from '../config/app-config';
import { runMigrations } from '../database/migrate';

/** Brings the database up to date and fills in what an embedded start sells. */
export async function prepareDatabase(
  url: string,
  _config: AppConfig,
): Promise<{ adminCreated: boolean }> {
  await runMigrations(url);
  return { adminCreated: false };
}
