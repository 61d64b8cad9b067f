import type { ClientBase } from 'pg';
import type { DataSourceOptions } from 'typeorm';
import { MIGRATIONS } from './migrations';
import { SnakeNamingStrategy } from './naming-strategy';

/**
 * A client has no error listener between checkout from the pool and its first query. Without this one, a
 * connection that breaks in that moment would end the process; with it, the first query fails instead.
 */
const ignoreIdleClientErrors = (client: ClientBase): void => {
  client.on('error', () => undefined);
};

/**
 * Options of every connection to the shop's database. The application adds the entities of its modules
 * (`autoLoadEntities`), `connectDataSource` all entities.
 * @param url postgres://…
 * @param poolMax maximum number of connections of this process.
 * @param poolWaitMs timeout for getting a connection from the pool.
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
