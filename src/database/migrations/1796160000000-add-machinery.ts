import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists failed mails, and tells notifications that staff have closed from those that had a result in the end. */
export class AddMachinery1796160000000 implements MigrationInterface {
  name = 'AddMachinery1796160000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // What an interrupted build leaves is not valid.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS mail_message_failed_idx');
    await runner.query(
      `CREATE INDEX CONCURRENTLY mail_message_failed_idx ON mail_message (created_at) WHERE status = 'failed'`,
    );
    // Only notifications with 20 tries were parked, and could be closed by staff.
    await runner.query(
      `UPDATE payment_webhook SET last_error = NULL
       WHERE processed_at IS NOT NULL AND last_error IS NOT NULL AND attempts < 20`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX mail_message_failed_idx');
  }
}
