import {
  DefaultNamingStrategy,
  type NamingStrategyInterface,
  type Table,
  type DataSourceOptions,
} from 'typeorm';
import { join } from 'node:path';
import { deadlineOptions, type Deadlines } from './connection-deadlines';
import { MIGRATIONS } from './migrations';

const snake = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

const tableName = (table: Table | string): string =>
  (typeof table === 'string' ? table : table.name).split('.').pop()!;

/** snake_case columns and constraint names a person can read in an error message. */
export class SnakeNamingStrategy extends DefaultNamingStrategy implements NamingStrategyInterface {
  override columnName(property: string, custom: string | undefined, prefixes: string[]): string {
    return snake([...prefixes, custom ?? property].join('_'));
  }
  override joinColumnName(relation: string, referenced: string): string {
    return snake(`${relation}_${referenced}`);
  }
  override primaryKeyName(table: Table | string): string {
    return `${tableName(table)}_pkey`;
  }
  override uniqueConstraintName(table: Table | string, columns: string[]): string {
    return `${tableName(table)}_${columns.join('_')}_key`;
  }
  override foreignKeyName(table: Table | string, columns: string[]): string {
    return `${tableName(table)}_${columns.join('_')}_fkey`;
  }
  override indexName(table: Table | string, columns: string[]): string {
    return `${tableName(table)}_${columns.join('_')}_idx`;
  }
}

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
