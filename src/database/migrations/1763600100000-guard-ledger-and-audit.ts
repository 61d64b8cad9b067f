import type { MigrationInterface, QueryRunner } from 'typeorm';

const APPEND_ONLY = ['ledger_transaction', 'ledger_entry', 'audit_log', 'audit_chain_link'];

/**
 * What the application promises about money and the audit, promised by the database as well: the
 * books are append-only, and every statement that writes entries leaves their transactions balanced.
 */
export class GuardLedgerAndAudit1763600100000 implements MigrationInterface {
  name = 'GuardLedgerAndAudit1763600100000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP
          USING ERRCODE = 'restrict_violation';
      END $$`);
    for (const table of APPEND_ONLY)
      await queryRunner.query(`
        CREATE TRIGGER ${table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table}
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`);

    await queryRunner.query(`
      CREATE FUNCTION refuse_unbalanced_entries() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE unbalanced bigint;
      BEGIN
        SELECT transaction_id INTO unbalanced FROM added
        GROUP BY transaction_id HAVING sum(amount_kobo) <> 0 LIMIT 1;
        IF FOUND THEN
          RAISE EXCEPTION 'entries of ledger transaction % do not sum to zero', unbalanced
            USING ERRCODE = 'check_violation';
        END IF;
        RETURN NULL;
      END $$`);
    await queryRunner.query(`
      CREATE TRIGGER ledger_entry_balanced AFTER INSERT ON ledger_entry
      REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_unbalanced_entries()`);

    await queryRunner.query(`
      INSERT INTO ledger_account (code, kind)
      SELECT code, 'system'
      FROM unnest(ARRAY['korapay_clearing', 'revenue', 'adjustments', 'promotions']) AS code`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TRIGGER ledger_entry_balanced ON ledger_entry`);
    await queryRunner.query(`DROP FUNCTION refuse_unbalanced_entries()`);
    for (const table of APPEND_ONLY)
      await queryRunner.query(`DROP TRIGGER ${table}_append_only ON ${table}`);
    await queryRunner.query(`DROP FUNCTION refuse_change()`);
    await queryRunner.query(`DELETE FROM ledger_account WHERE kind = 'system'`);
  }
}
