import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A password that staff gave expires, and its owner has to choose another. */
export class AddFirstPasswords1763600017100 implements MigrationInterface {
  name = 'AddFirstPasswords1763600017100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE users ADD COLUMN first_password_expires_at timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE users DROP COLUMN first_password_expires_at`);
  }
}
