import { createHash } from 'node:crypto';
import type { DataSource, EntityMetadata, ObjectLiteral } from 'typeorm';
import { prepareStatement, type PreparedStatement } from './prepared-statement';
import type { UnitOfWork } from './unit-of-work';

type Row = Record<string, unknown>;

const select = (metadata: EntityMetadata, clause: string): string =>
  `SELECT ${metadata.columns.map((column) => `"${column.databaseName}"`).join(', ')}
   FROM "${metadata.tableName}" ${clause}`;

/**
 * Prepared statements of one entity, built once from its columns. TypeORM builds the SQL of every read and
 * update anew, which costs more processor time than all else of it. For hot paths: entities without relations.
 */
export class EntityStatements<Entity extends ObjectLiteral> {
  private readonly statements = new Map<string, PreparedStatement>();

  constructor(private readonly entity: new () => Entity) {}

  /**
   * Reads one row, as `findOne` does.
   * @param clause what follows FROM and the table, with the values' placeholders; one of a few constant texts.
   */
  async findOne(uow: UnitOfWork, clause: string, values: unknown[]): Promise<Entity | null> {
    const metadata = uow.dataSource.getMetadata(this.entity);
    const statement = this.prepare(metadata, `select ${clause}`, () => select(metadata, clause));
    const { rows } = await uow.execute<Row>(statement, values);
    return rows[0] ? this.hydrate(uow.dataSource, metadata, rows[0]) : null;
  }

  /** As `findOne`, and locks the row until the unit of work ends. */
  async lockOne(uow: UnitOfWork, clause: string, values: unknown[]): Promise<Entity | null> {
    uow.requireTransaction();
    return this.findOne(uow, `${clause} FOR UPDATE`, values);
  }

  /**
   * Updates the row with this id, and its `updatedAt` if the entity has one.
   * @param change columns to set; the names of its properties become part of the statement.
   * @param statuses the row changes only when its status is one of these.
   * @returns whether it was changed.
   */
  async update(
    uow: UnitOfWork,
    id: number,
    change: Partial<Entity>,
    statuses?: readonly string[],
  ): Promise<boolean> {
    const { dataSource } = uow;
    const metadata = dataSource.getMetadata(this.entity);
    // TypeORM, too, leaves a column alone whose value is undefined.
    const properties = Object.keys(change).filter((name) => change[name] !== undefined);
    const columns = properties.map((name) => metadata.findColumnWithPropertyName(name)!);
    const key = `update ${properties.join()} ${statuses ? 'if' : ''}`;
    const statement = this.prepare(metadata, key, () => {
      const sets = columns.map(({ databaseName }, index) => `"${databaseName}" = $${index + 2}`);
      const updatedAt = metadata.updateDateColumn?.databaseName;
      if (updatedAt) sets.push(`"${updatedAt}" = now()`);
      const guard = statuses ? ` AND status = ANY($${columns.length + 2})` : '';
      return `UPDATE "${metadata.tableName}" SET ${sets.join(', ')} WHERE id = $1${guard}`;
    });
    const values = columns.map((column) =>
      dataSource.driver.preparePersistentValue(change[column.propertyName], column),
    );
    const { count } = await uow.executeInTransaction(statement, [
      id,
      ...values,
      ...(statuses ? [statuses] : []),
    ]);
    return count === 1;
  }

  private hydrate({ driver }: DataSource, metadata: EntityMetadata, row: Row): Entity {
    const entity = new this.entity();
    for (const column of metadata.columns)
      (entity as Record<string, unknown>)[column.propertyName] = driver.prepareHydratedValue(
        row[column.databaseName],
        column,
      );
    return entity;
  }

  private prepare(metadata: EntityMetadata, key: string, build: () => string): PreparedStatement {
    const known = this.statements.get(key);
    if (known) return known;
    const text = build();
    // By its text: several instances may prepare statements of one entity.
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
    const statement = prepareStatement(`${metadata.tableName}.${digest}`.slice(-63), text);
    this.statements.set(key, statement);
    return statement;
  }
}
