import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Undefined when this machine has no redis-server; REDIS_SERVER_PATH points at one elsewhere. */
export function redisServerPath(): string | undefined {
  const given = process.env.REDIS_SERVER_PATH;
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => ['redis-server', 'valkey-server'].map((name) => join(folder, name)));
  return [...(given ? [given] : []), ...onPath].find((path) => existsSync(path));
}

/**
 * `describe` for suites that need Redis: skipped in plain sight where there is none, except in CI,
 * where they then fail.
 */
export const describeWithRedis: typeof describe.skip =
  redisServerPath() !== undefined || process.env.CI === 'true' ? describe : describe.skip;
