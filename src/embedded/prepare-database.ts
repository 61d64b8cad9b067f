import { DataSource } from 'typeorm';
import { ensureAdmin } from '../auth/ensure-admin';
import type { AppConfig } from '../config/app-config';
import { dataSourceOptions } from '../database/data-source-options';
import { runMigrations } from '../database/migrate';

/**
 * Brings the database up to date and makes the first back office account from the configuration.
 * @returns whether that account was made just now.
 */
export async function prepareDatabase(
  url: string,
  config: AppConfig,
): Promise<{ adminCreated: boolean }> {
  await runMigrations(url);
  const { email, password } = config.admin;
  if (password === undefined) return { adminCreated: false };
  const source = await new DataSource(dataSourceOptions(url, 2)).initialize();
  try {
    return { adminCreated: await ensureAdmin(source, email, password) };
  } finally {
    await source.destroy();
  }
}
