import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '../config/app-config';

/**
 * Lets a command run by hand find the database and the key of the embedded platform in DATA_DIR,
 * unless DATABASE_URL is set. No-op without an embedded platform.
 */
export function loadEmbeddedEnvironment(): void {
  if (process.env.DATABASE_URL) return;
  const { dataDir, database } = loadConfig();
  const password = join(dataDir, 'postgres.password');
  const key = join(dataDir, 'app.key');
  if (!existsSync(password) || !existsSync(key)) return;
  const url = new URL(database.url);
  url.password = readFileSync(password, 'utf8').trim();
  process.env.DATABASE_URL = url.toString();
  process.env.APP_KEY ??= readFileSync(key, 'utf8').trim();
}
