import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets closed accounts that got money be found among all that are open. */
export class FindClosedAccounts1763611000000 implements MigrationInterface {
  name = 'FindClosedAccounts1763611000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE INDEX users_closed_idx ON users (id) WHERE closed_at IS NOT NULL`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX users_closed_idx`);
  }
}
