import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The currency is part of an account's identity, which is fixed; a posting stays within one currency. */
export class AddAccountCurrency1763600028000 implements MigrationInterface {
  name = 'AddAccountCurrency1763600028000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE ledger_account
        DROP CONSTRAINT ledger_account_code_key,
        DROP CONSTRAINT ledger_account_currency_check,
        ADD CONSTRAINT ledger_account_code_currency_key UNIQUE (code, currency),
        ADD CONSTRAINT ledger_account_user_id_kind_currency_key UNIQUE (user_id, kind, currency),
        ADD CONSTRAINT ledger_account_currency_check CHECK (currency ~ '^[A-Z]{3}$')
    `);
    await queryRunner.query(`DROP INDEX ledger_account_receivable_user_id_idx`);
    await queryRunner.query(`DROP INDEX ledger_account_user_id_idx`);
    await queryRunner.query(`
      CREATE FUNCTION reject_account_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'code, kind, owner and currency of a ledger account are fixed'
          USING ERRCODE = 'restrict_violation';
      END
      $$
    `);
    await queryRunner.query(`
      CREATE TRIGGER ledger_account_fixed_identity
      BEFORE UPDATE OF id, code, kind, user_id, currency ON ledger_account
      FOR EACH STATEMENT EXECUTE FUNCTION reject_account_change()
    `);
    await queryRunner.query(`
      CREATE FUNCTION reject_mixed_currencies() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE mixed bigint;
      BEGIN
        SELECT e.transaction_id INTO mixed FROM added e JOIN ledger_account a ON a.id = e.account_id
        GROUP BY e.transaction_id HAVING min(a.currency) <> max(a.currency) LIMIT 1;
        IF FOUND THEN
          RAISE EXCEPTION 'ledger transaction % posts between different currencies', mixed
            USING ERRCODE = 'check_violation';
        END IF;
        RETURN NULL;
      END
      $$
    `);
    await queryRunner.query(`
      CREATE TRIGGER ledger_entry_one_currency AFTER INSERT ON ledger_entry REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION reject_mixed_currencies()
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TRIGGER ledger_entry_one_currency ON ledger_entry`);
    await queryRunner.query(`DROP FUNCTION reject_mixed_currencies()`);
    await queryRunner.query(`DROP TRIGGER ledger_account_fixed_identity ON ledger_account`);
    await queryRunner.query(`DROP FUNCTION reject_account_change()`);
    await queryRunner.query(
      `CREATE UNIQUE INDEX ledger_account_receivable_user_id_idx ON ledger_account (user_id) WHERE (kind = 'receivable')`,
    );
    await queryRunner.query(
      `CREATE UNIQUE INDEX ledger_account_user_id_idx ON ledger_account (user_id) WHERE (kind = 'wallet')`,
    );
    await queryRunner.query(`
      ALTER TABLE ledger_account
        DROP CONSTRAINT ledger_account_code_currency_key,
        DROP CONSTRAINT ledger_account_user_id_kind_currency_key,
        DROP CONSTRAINT ledger_account_currency_check,
        ADD CONSTRAINT ledger_account_code_key UNIQUE (code),
        ADD CONSTRAINT ledger_account_currency_check CHECK (currency = 'NGN')
    `);
  }
}
