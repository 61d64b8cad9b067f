import type { DataSourceOptions } from 'typeorm';
import { ENTITIES } from './entities';
import { MIGRATIONS } from './migrations';
import { SnakeNamingStrategy } from './naming-strategy';
import { surviveWithoutOwner } from './ownerless-connection';
import { POOL_PATIENCE } from './pool-patience';

/**
 * Options of every connection to the shop's database.
 * @param url postgres://…
 * @param poolMax most connections this process holds.
 */
export const dataSourceOptions = (url: string, poolMax = 16): DataSourceOptions => ({
  type: 'postgres',
  url,
  entities: ENTITIES,
  migrations: MIGRATIONS,
  namingStrategy: new SnakeNamingStrategy(),
  synchronize: false,
  migrationsRun: false,
  installExtensions: false,
  applicationName: 'nairaproxy',
  extra: {
    max: poolMax,
    connectionTimeoutMillis: POOL_PATIENCE.ms,
    idleTimeoutMillis: 30_000,
    onConnect: surviveWithoutOwner,
  },
});
