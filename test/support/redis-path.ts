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
