import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Settings carry the version that wrote them and who did; a reset setting keeps its row, without a value. */
export class VersionSettings1763600015000 implements MigrationInterface {
  name = 'VersionSettings1763600015000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE setting
        ALTER COLUMN value DROP NOT NULL,
        ADD COLUMN version integer DEFAULT 0 NOT NULL,
        ADD COLUMN updated_by_name text
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DELETE FROM setting WHERE value IS NULL`);
    await queryRunner.query(`
      ALTER TABLE setting
        DROP COLUMN updated_by_name,
        DROP COLUMN version,
        ALTER COLUMN value SET NOT NULL
    `);
  }
}
