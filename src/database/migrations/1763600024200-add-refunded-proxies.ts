import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Proxies that end with a refund, also when only the unused part of their order is refunded. */
export class AddRefundedProxies1763600024200 implements MigrationInterface {
  name = 'AddRefundedProxies1763600024200';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE proxy ADD COLUMN refunded_at timestamptz`);
    await queryRunner.query(`
      UPDATE proxy SET refunded_at = o.updated_at FROM proxy_order o
      WHERE o.id = proxy.order_id AND o.status = 'refunded'
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE proxy DROP COLUMN refunded_at`);
  }
}
