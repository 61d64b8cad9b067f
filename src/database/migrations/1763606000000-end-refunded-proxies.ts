import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the few proxies that staff keep out of service among all that were ever sold. */
export class EndRefundedProxies1763606000000 implements MigrationInterface {
  name = 'EndRefundedProxies1763606000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE INDEX proxy_suspended_by_staff_idx ON proxy (id)
      WHERE suspended_by_staff AND status = 'suspended'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX proxy_suspended_by_staff_idx`);
  }
}
