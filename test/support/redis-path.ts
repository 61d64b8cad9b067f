import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** REDIS_SERVER_PATH or the first redis-server on PATH; undefined when there is none. */
export function redisServerPath(): string | undefined {
  const given = process.env.REDIS_SERVER_PATH;
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => ['redis-server', 'valkey-server'].map((name) => join(folder, name)));
  return [...(given ? [given] : []), ...onPath].find((path) => existsSync(path));
}
