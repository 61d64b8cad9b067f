import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets the shop follow what the gateway meters by reading only what changed. */
export class FollowUsage1763601200000 implements MigrationInterface {
  name = 'FollowUsage1763601200000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "usage_cursor" (
        "provider" text NOT NULL,
        "cursor" text,
        "leased_until" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "usage_cursor_pkey" PRIMARY KEY ("provider")
      )`);
    await queryRunner.query(
      `CREATE INDEX gateway_meter_updated_at_idx ON gateway_meter (updated_at, proxy_id)`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX gateway_meter_updated_at_idx`);
    await queryRunner.query(`DROP TABLE "usage_cursor"`);
  }
}
