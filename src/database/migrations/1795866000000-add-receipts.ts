import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['notification_sent', 'inbox_message'];
const FORMER = `'low_balance', 'expiry', 'traffic', 'sign_in', 'auto_renewal', 'weekly_summary'`;

/** Notifications of purchases and top-ups, and whether they are mailed. */
export class AddReceipts1795866000000 implements MigrationInterface {
  name = 'AddReceipts1795866000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE notification_preference ADD purchases boolean NOT NULL DEFAULT true,
      ADD top_ups boolean NOT NULL DEFAULT true`);
    await this.replaceKinds(runner, `${FORMER}, 'purchase', 'top_up'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [...TABLES, 'notification_cursor'])
      await runner.query(`DELETE FROM ${table} WHERE kind IN ('purchase', 'top_up')`);
    await this.replaceKinds(runner, FORMER);
    await runner.query('ALTER TABLE notification_preference DROP purchases, DROP top_ups');
  }

  private async replaceKinds(runner: QueryRunner, kinds: string): Promise<void> {
    for (const table of TABLES)
      await runner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_kind_check,
        ADD CONSTRAINT ${table}_kind_check CHECK (kind IN (${kinds}))`);
  }
}
