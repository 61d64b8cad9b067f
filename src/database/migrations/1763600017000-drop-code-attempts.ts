import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Attempts at codes are counted per account, in `rate_limit_counter`. */
export class DropCodeAttempts1763600017000 implements MigrationInterface {
  name = 'DropCodeAttempts1763600017000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE one_time_code DROP COLUMN attempts`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE one_time_code ADD COLUMN attempts integer NOT NULL DEFAULT 0`);
  }
}
