import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Closed months whose entries are in files; their closing rows stand for the entries. */
export class AddLedgerArchives1763600029100 implements MigrationInterface {
  name = 'AddLedgerArchives1763600029100';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE ledger_archive (
        month date NOT NULL,
        ends_at timestamptz NOT NULL,
        file_name text NOT NULL,
        sha256 bytea NOT NULL,
        entry_count bigint NOT NULL,
        created_at timestamptz DEFAULT now() NOT NULL,
        CONSTRAINT ledger_archive_pkey PRIMARY KEY (month),
        CONSTRAINT ledger_archive_month_fkey FOREIGN KEY (month) REFERENCES ledger_period(month)
      )
    `);
    await queryRunner.query(`
      CREATE TABLE ledger_archive_kind (
        month date NOT NULL,
        kind text NOT NULL,
        wallet_kobo bigint NOT NULL,
        CONSTRAINT ledger_archive_kind_pkey PRIMARY KEY (month, kind),
        CONSTRAINT ledger_archive_kind_month_fkey FOREIGN KEY (month) REFERENCES ledger_archive(month)
      )
    `);
    for (const table of ['ledger_archive', 'ledger_archive_kind'])
      await queryRunner.query(`
        CREATE TRIGGER ${table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table}
        FOR EACH STATEMENT EXECUTE FUNCTION reject_change()
      `);
    await queryRunner.query(`
      CREATE FUNCTION ledger_archived_until() RETURNS timestamptz LANGUAGE sql STABLE AS $$
        SELECT coalesce(max(ends_at), '-infinity') FROM ledger_archive
      $$
    `);
    // In the place of the archived entries one sum per account and month, at its end.
    await queryRunner.query(`
      CREATE VIEW ledger_movement AS
      SELECT account_id, amount_kobo, created_at FROM ledger_entry
      UNION ALL
      SELECT b.account_id, b.sum_kobo, a.ends_at - interval '1 second'
      FROM ledger_archive a JOIN ledger_period_balance b USING (month) WHERE b.sum_kobo <> 0
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP VIEW ledger_movement`);
    await queryRunner.query(`DROP FUNCTION ledger_archived_until()`);
    await queryRunner.query(`DROP TABLE ledger_archive_kind`);
    await queryRunner.query(`DROP TABLE ledger_archive`);
  }
}
