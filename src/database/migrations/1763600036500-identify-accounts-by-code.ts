import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An account had two unique constraints that say the same. ON CONFLICT observes one of them, so two
 * concurrent first credits of a customer could violate the other. The code now follows from kind and owner, and
 * is unique alone.
 */
export class IdentifyAccountsByCode1763600036500 implements MigrationInterface {
  name = 'IdentifyAccountsByCode1763600036500';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE ledger_account
        DROP CONSTRAINT ledger_account_user_id_kind_currency_key,
        ADD CONSTRAINT ledger_account_code_check CHECK (kind = 'system' OR code = kind || ':' || user_id)
    `);
    await queryRunner.query(
      `CREATE INDEX ledger_account_user_id_kind_currency_idx ON ledger_account (user_id, kind, currency)`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX ledger_account_user_id_kind_currency_idx`);
    await queryRunner.query(`
      ALTER TABLE ledger_account
        DROP CONSTRAINT ledger_account_code_check,
        ADD CONSTRAINT ledger_account_user_id_kind_currency_key UNIQUE (user_id, kind, currency)
    `);
  }
}
