import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the checks of payments and notifications ended with, and the index of the claims by customer. */
export class TrackPaymentChecks1763600023000 implements MigrationInterface {
  name = 'TrackPaymentChecks1763600023000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE payment
        ADD COLUMN last_definite_at timestamptz,
        ADD COLUMN unanswered_checks integer DEFAULT 0 NOT NULL,
        ADD COLUMN failed_checks integer DEFAULT 0 NOT NULL,
        ADD COLUMN last_error text,
        ADD COLUMN parked_at timestamptz,
        ADD CONSTRAINT payment_parked_check CHECK
          (parked_at IS NULL OR (next_check_at IS NULL AND last_error IS NOT NULL))
    `);
    await queryRunner.query(`
      CREATE INDEX payment_user_id_next_check_at_idx ON payment (user_id, next_check_at)
        WHERE next_check_at IS NOT NULL
    `);
    await queryRunner.query(
      `CREATE INDEX payment_parked_at_idx ON payment (parked_at) WHERE parked_at IS NOT NULL`,
    );
    await queryRunner.query(`
      ALTER TABLE payment_webhook
        ADD COLUMN attempts integer DEFAULT 0 NOT NULL,
        ADD COLUMN next_attempt_at timestamptz DEFAULT now() NOT NULL,
        ADD COLUMN last_error text,
        ADD COLUMN parked_at timestamptz,
        ADD CONSTRAINT payment_webhook_parked_check CHECK
          (parked_at IS NULL OR (processed_at IS NULL AND last_error IS NOT NULL))
    `);
    await queryRunner.query(`
      CREATE INDEX payment_webhook_next_attempt_at_idx ON payment_webhook (next_attempt_at)
        WHERE processed_at IS NULL AND parked_at IS NULL
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX payment_webhook_next_attempt_at_idx`);
    await queryRunner.query(`
      ALTER TABLE payment_webhook DROP COLUMN attempts, DROP COLUMN next_attempt_at,
        DROP COLUMN last_error, DROP COLUMN parked_at
    `);
    await queryRunner.query(`DROP INDEX payment_parked_at_idx`);
    await queryRunner.query(`DROP INDEX payment_user_id_next_check_at_idx`);
    await queryRunner.query(`
      ALTER TABLE payment DROP COLUMN last_definite_at, DROP COLUMN unanswered_checks,
        DROP COLUMN failed_checks, DROP COLUMN last_error, DROP COLUMN parked_at
    `);
  }
}
