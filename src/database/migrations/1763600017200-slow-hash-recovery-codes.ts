import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Recovery codes are found by their first characters; those without keep their fast hash until used. */
export class SlowHashRecoveryCodes1763600017200 implements MigrationInterface {
  name = 'SlowHashRecoveryCodes1763600017200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE recovery_code ADD COLUMN lookup text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    // No earlier version can verify them.
    await runner.query(`DELETE FROM recovery_code WHERE lookup IS NOT NULL`);
    await runner.query(`ALTER TABLE recovery_code DROP COLUMN lookup`);
  }
}
