import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Statements and the ledger check look up the line of a ledger transaction. */
export class IndexPostedLines1763600030000 implements MigrationInterface {
  name = 'IndexPostedLines1763600030000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE INDEX wallet_transaction_ledger_transaction_id_idx ON wallet_transaction (ledger_transaction_id)`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX wallet_transaction_ledger_transaction_id_idx`);
  }
}
