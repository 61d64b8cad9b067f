import type { DataSourceOptions } from 'typeorm';
import { MIGRATIONS } from './migrations';
import { SnakeNamingStrategy } from './naming-strategy';
import { ignoreIdleClientErrors } from './idle-client-error-handler';

/**
 * Options of every connection to the shop's database. The application adds the entities of its modules
 * (`autoLoadEntities`), `connectDataSource` all entities.
 * @param url postgres://…
 * @param poolMax most connections this process holds.
 * @param poolWaitMs how long a query waits for one of them before it fails.
 */
export const dataSourceOptions = (
  url: string,
  poolMax = 16,
  poolWaitMs = 10_000,
): DataSourceOptions => ({
  type: 'postgres',
  url,
  migrations: MIGRATIONS,
  namingStrategy: new SnakeNamingStrategy(),
  synchronize: false,
  migrationsRun: false,
  installExtensions: false,
  applicationName: 'nairaproxy',
  extra: {
    max: poolMax,
    connectionTimeoutMillis: poolWaitMs,
    idleTimeoutMillis: 30_000,
    onConnect: ignoreIdleClientErrors,
  },
});
