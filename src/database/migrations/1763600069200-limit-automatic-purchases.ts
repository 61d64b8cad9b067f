import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What automatic purchases of stock may cost in a day. */
export class LimitAutomaticPurchases1763600069200 implements MigrationInterface {
  name = 'LimitAutomaticPurchases1763600069200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE supply_provider ADD COLUMN daily_automatic_micros bigint
        CONSTRAINT supply_provider_daily_check CHECK (daily_automatic_micros > 0)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE supply_provider DROP COLUMN daily_automatic_micros`);
  }
}
