import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Kept answers are encrypted from now on. Those before tell passwords readably, and neither version reads
 * the other's; without them a repeated call is still caught by the constraints below.
 */
export class ForgetReadableAnswers1763609000000 implements MigrationInterface {
  name = 'ForgetReadableAnswers1763609000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DELETE FROM idempotency_record WHERE body IS NOT NULL');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DELETE FROM idempotency_record WHERE body IS NOT NULL');
  }
}
