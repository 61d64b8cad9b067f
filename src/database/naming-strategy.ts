import { DefaultNamingStrategy, type NamingStrategyInterface, type Table } from 'typeorm';

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
