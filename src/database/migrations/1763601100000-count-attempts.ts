import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The strict limits per account hold across processes, so their counters stand in the database. */
export class CountAttempts1763601100000 implements MigrationInterface {
  name = 'CountAttempts1763601100000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "attempt_counter" (
        "key" text NOT NULL,
        "attempts" integer NOT NULL,
        "blocked_until" TIMESTAMP WITH TIME ZONE,
        "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "attempt_counter_pkey" PRIMARY KEY ("key")
      )`);
    await queryRunner.query(
      `CREATE INDEX "attempt_counter_expires_at_idx" ON "attempt_counter" ("expires_at")`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "attempt_counter"`);
  }
}
