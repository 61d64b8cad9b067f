import { join } from 'node:path';
import type { DataSourceOptions } from 'typeorm';
import { deadlineOptions, type Deadlines } from './connection-deadlines';
import { MIGRATIONS } from './migrations';
import { SnakeNamingStrategy } from './naming-strategy';

/** Every entity of the application, by file name. */
export const ENTITY_FILES = join(__dirname, '..', '**', '*.entity.{ts,js}');

/**
 * Options of every connection to the shop's database. The application adds the entities of its modules
 * (`autoLoadEntities`), a command all entities.
 * @param url postgres://…
 * @param poolMax maximum number of connections of this process.
 * @param poolWaitMs timeout for getting a connection from the pool.
 * @param deadlines undefined for commands, whose statements may take any time.
 */
export const dataSourceOptions = (
  url: string,
  poolMax = 16,
  poolWaitMs = 10_000,
  deadlines?: Deadlines,
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
    ...deadlineOptions(deadlines),
  },
});
