import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  proxy_order_created_at_id_idx: '(created_at, id)',
  proxy_order_extension_idx: `(kind, created_at, id) WHERE kind <> 'purchase'`,
  proxy_order_refunded_idx: '(created_at, id) WHERE refunded_kobo > 0',
  proxy_order_trial_idx: '(created_at, id) WHERE transaction_id IS NULL',
};

/** The list of orders and its rare filters. */
export class AddOrderList1796110000000 implements MigrationInterface {
  name = 'AddOrderList1796110000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, columns] of Object.entries(INDEXES)) {
      // What an interrupted build leaves is not valid.
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON proxy_order ${columns}`);
    }
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS proxy_order_created_at_idx');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX proxy_order_created_at_idx ON proxy_order (created_at)');
    for (const name of Object.keys(INDEXES)) await runner.query(`DROP INDEX ${name}`);
  }
}
