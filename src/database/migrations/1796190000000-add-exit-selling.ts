import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An exit on which nothing new is sold while it goes on serving. */
export class AddExitSelling1796190000000 implements MigrationInterface {
  name = 'AddExitSelling1796190000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE exit_node ADD COLUMN selling boolean NOT NULL DEFAULT true`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE exit_node DROP COLUMN selling`);
  }
}
