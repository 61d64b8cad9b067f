import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Charges that were made together: their rows on the statement, and their common invoice. */
export class AddTransactionBatches1795868000002 implements MigrationInterface {
  name = 'AddTransactionBatches1795868000002';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE invoice ADD COLUMN IF NOT EXISTS lines jsonb');
    // What an interrupted build leaves is not valid.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS wallet_transaction_batch_idx');
    await runner.query(
      `CREATE INDEX CONCURRENTLY wallet_transaction_batch_idx ON wallet_transaction (user_id, (metadata ->> 'batch_id'))
       WHERE purpose = 'purchase' AND metadata ->> 'batch_id' IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX wallet_transaction_batch_idx');
    await runner.query('ALTER TABLE invoice DROP COLUMN lines');
  }
}
