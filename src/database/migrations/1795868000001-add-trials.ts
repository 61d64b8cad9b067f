import type { MigrationInterface, QueryRunner } from 'typeorm';

const replaceCheck = (condition: string): string =>
  `DROP CONSTRAINT IF EXISTS proxy_order_amount_check,
   ADD CONSTRAINT proxy_order_amount_check
     CHECK (quantity > 0 AND refunded_kobo BETWEEN 0 AND amount_kobo AND ${condition}) NOT VALID`;

/** An order for nothing has no debit. */
export class AddTrials1795868000001 implements MigrationInterface {
  name = 'AddTrials1795868000001';
  /** The rows are checked without the lock that replaces the condition. */
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE proxy_order ALTER transaction_id DROP NOT NULL, ${replaceCheck(
        `amount_kobo >= 0 AND (amount_kobo > 0 OR kind = 'purchase') AND (amount_kobo = 0) = (transaction_id IS NULL)`,
      )}`,
    );
    await runner.query('ALTER TABLE proxy_order VALIDATE CONSTRAINT proxy_order_amount_check');
  }

  /** Fails while there are trials. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE proxy_order ALTER transaction_id SET NOT NULL, ${replaceCheck('amount_kobo > 0')}`,
    );
    await runner.query('ALTER TABLE proxy_order VALIDATE CONSTRAINT proxy_order_amount_check');
  }
}
