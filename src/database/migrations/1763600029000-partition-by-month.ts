import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables that grow for ever, with the column that tells the month and the primary key. */
const TABLES = [
  { table: 'ledger_entry', column: 'created_at', key: 'id, created_at', plainKey: 'id' },
  { table: 'audit_log', column: 'created_at', key: 'id, created_at', plainKey: 'id' },
  { table: 'usage_hour', column: 'hour', key: 'proxy_id, hour', plainKey: 'proxy_id, hour' },
] as const;

/**
 * Monthly partitions of the ledger's entries, the audit log and the hours of usage. Copies the rows, so that
 * earlier months have partitions too. A partition takes the statement triggers of its table, since PostgreSQL
 * calls those only on the table that a statement names.
 */
export class PartitionByMonth1763600029000 implements MigrationInterface {
  name = 'PartitionByMonth1763600029000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(CREATE_PARTITIONS);
    // A partitioned table has no unique id that a reference could name; the chain detects a missing row.
    await queryRunner.query(
      `ALTER TABLE audit_chain_link DROP CONSTRAINT audit_chain_link_audit_log_id_fkey`,
    );
    for (const { table, column, key } of TABLES)
      await rebuild(queryRunner, table, key, `PARTITION BY RANGE (${column})`, async () => {
        await queryRunner.query(`CREATE TABLE ${table}_default PARTITION OF ${table} DEFAULT`);
        await queryRunner.query(
          `SELECT create_month_partitions('${table}', coalesce((SELECT min(${column}) FROM ${table}_old), now()), 3)`,
        );
      });
    for (const { table } of TABLES)
      await queryRunner.query(`SELECT create_month_partitions('${table}', now(), 3)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const { table, plainKey } of TABLES) await rebuild(queryRunner, table, plainKey, '');
    await queryRunner.query(`
      ALTER TABLE audit_chain_link ADD CONSTRAINT audit_chain_link_audit_log_id_fkey
        FOREIGN KEY (audit_log_id) REFERENCES audit_log(id)
    `);
    await queryRunner.query(
      `DROP FUNCTION create_month_partitions(regclass, timestamptz, integer)`,
    );
  }
}

/** Copies a table into one of another kind, with its indexes, references, triggers and the position of its id sequence. */
async function rebuild(
  queryRunner: QueryRunner,
  table: string,
  key: string,
  partitioning: string,
  createPartitions = async () => {},
): Promise<void> {
  const [{ definitions, sequence }] = await queryRunner.query(
    `SELECT array(
         SELECT replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') FROM pg_index
         WHERE indrelid = '${table}'::regclass AND NOT indisprimary
       UNION ALL
         SELECT format('ALTER TABLE ${table} ADD CONSTRAINT %I %s', conname, pg_get_constraintdef(oid)) FROM pg_constraint
         WHERE conrelid = '${table}'::regclass AND contype = 'f'
       UNION ALL
         SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = '${table}'::regclass AND NOT tgisinternal
       ) AS definitions,
       (SELECT pg_get_serial_sequence('${table}', 'id') FROM pg_attribute WHERE attrelid = '${table}'::regclass AND attname = 'id') AS sequence`,
  );
  await queryRunner.query(`ALTER TABLE ${table} RENAME TO ${table}_old`);
  await queryRunner.query(
    `CREATE TABLE ${table} (LIKE ${table}_old INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING IDENTITY) ${partitioning}`,
  );
  await createPartitions();
  await queryRunner.query(
    `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM ${table}_old`,
  );
  if (sequence)
    await queryRunner.query(
      `SELECT setval(pg_get_serial_sequence('${table}', 'id'), last_value, is_called) FROM ${sequence}`,
    );
  await queryRunner.query(`DROP TABLE ${table}_old`);
  if (sequence) {
    const [{ name }] = await queryRunner.query(
      `SELECT pg_get_serial_sequence('${table}', 'id') AS name`,
    );
    await queryRunner.query(`ALTER SEQUENCE ${name} RENAME TO ${table}_id_seq`);
  }
  await queryRunner.query(`ALTER TABLE ${table} ADD CONSTRAINT ${table}_pkey PRIMARY KEY (${key})`);
  for (const definition of definitions) await queryRunner.query(definition);
  await queryRunner.query(`ANALYZE ${table}`);
}

/**
 * Creates the partitions of the months from `since` to `ahead` months from now, and of every month that has
 * rows in the default partition, which it moves there. Nothing is deleted: the default partition is replaced.
 * Then gives every partition the statement triggers of its table. Returns the number of new partitions.
 */
const CREATE_PARTITIONS = `
  CREATE FUNCTION create_month_partitions(parent regclass, since timestamptz, ahead integer)
  RETURNS integer LANGUAGE plpgsql AS $$
  DECLARE
    zone CONSTANT text := 'Africa/Lagos';
    name text;
    key text;
    rest text;
    part text;
    month date;
    stray date[];
    due date[];
    command text;
    created integer := 0;
  BEGIN
    SELECT c.relname, a.attname, p.partdefid::regclass::text INTO name, key, rest
    FROM pg_partitioned_table p JOIN pg_class c ON c.oid = p.partrelid
    JOIN pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = p.partattrs[0]
    WHERE p.partrelid = parent;
    FOR attempt IN 1..2 LOOP
      EXECUTE format('SELECT coalesce(array_agg(DISTINCT date_trunc(''month'', %I AT TIME ZONE %L)::date), ''{}'') FROM %s',
        key, zone, rest) INTO stray;
      due := array(
        SELECT m::date FROM generate_series(date_trunc('month', since AT TIME ZONE zone),
          date_trunc('month', now() AT TIME ZONE zone) + make_interval(months => ahead), '1 month') AS m
        UNION SELECT unnest(stray) ORDER BY 1);
      due := array(SELECT m FROM unnest(due) AS m
        WHERE to_regclass(format('%I', name || to_char(m, '_YYYY_MM'))) IS NULL ORDER BY m);
      EXIT WHEN cardinality(due) = 0 OR attempt = 2;
      -- Referenced tables first, as a posting locks them before the entries.
      FOR command IN SELECT 'LOCK TABLE ' || confrelid::regclass || ' IN SHARE ROW EXCLUSIVE MODE'
        FROM pg_constraint WHERE conrelid = parent AND contype = 'f' ORDER BY conname DESC LOOP
        EXECUTE command;
      END LOOP;
      EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', parent);
    END LOOP;
    IF cardinality(stray) > 0 THEN
      EXECUTE format('ALTER TABLE %s DETACH PARTITION %s', parent, rest);
      EXECUTE format('ALTER TABLE %s RENAME TO %I', rest, name || '_moved');
    END IF;
    FOREACH month IN ARRAY due LOOP
      part := format('%I', name || to_char(month, '_YYYY_MM'));
      EXECUTE format('CREATE TABLE %s PARTITION OF %s FOR VALUES FROM (%L) TO (%L)', part, parent,
        month::timestamp AT TIME ZONE zone, (month + interval '1 month') AT TIME ZONE zone);
      created := created + 1;
      IF month = ANY(stray) THEN
        EXECUTE format('INSERT INTO %s OVERRIDING SYSTEM VALUE SELECT * FROM %I WHERE %I >= %L AND %I < %L', part,
          name || '_moved', key, month::timestamp AT TIME ZONE zone,
          key, (month + interval '1 month') AT TIME ZONE zone);
      END IF;
    END LOOP;
    IF cardinality(stray) > 0 THEN
      EXECUTE format('DROP TABLE %I', name || '_moved');
      EXECUTE format('CREATE TABLE %s PARTITION OF %s DEFAULT', rest, parent);
    END IF;
    FOR command IN
      SELECT replace(pg_get_triggerdef(t.oid), format(' ON %I.%I ', n.nspname, name), format(' ON %s ', i.inhrelid::regclass))
      FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_inherits i ON i.inhparent = t.tgrelid
      WHERE t.tgrelid = parent AND NOT t.tgisinternal AND t.tgtype & 1 = 0
        AND NOT EXISTS (SELECT FROM pg_trigger p WHERE p.tgrelid = i.inhrelid AND p.tgname = t.tgname)
    LOOP
      EXECUTE command;
    END LOOP;
    RETURN created;
  END
  $$`;
