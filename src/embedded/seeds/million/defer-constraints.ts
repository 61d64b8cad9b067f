import type { EntityManager } from 'typeorm';

/**
 * Drops the foreign keys and non-unique indexes of tables before a bulk insert. Building
 * and checking them once over all rows is many times faster, and checks just as much.
 * @returns a function that restores them exactly; a rollback restores them too.
 */
export async function deferConstraints(
  manager: EntityManager,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  const references: { table: string; name: string; definition: string }[] = await manager.query(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name,
            pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY($1::regclass[])`,
    [tables],
  );
  const indexes: { name: string; definition: string }[] = await manager.query(
    `SELECT i.indexrelid::regclass::text AS name, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') AS definition
     FROM pg_index i WHERE i.indrelid = ANY($1::regclass[]) AND NOT i.indisunique`,
    [tables],
  );
  for (const { table, name } of references)
    await manager.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  for (const { name } of indexes) await manager.query(`DROP INDEX ${name}`);
  return async () => {
    for (const { definition } of indexes) await manager.query(definition);
    for (const { table, name, definition } of references)
      await manager.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  };
}
