import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = [
  ['wallet_transaction', 'amount_kobo'],
  ['proxy', 'price_kobo'],
  ['proxy_order', 'amount_kobo'],
] as const;

/** Lists of the back office by amount. */
export class AddAmountIndexes1796150000000 implements MigrationInterface {
  name = 'AddAmountIndexes1796150000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column] of INDEXES) {
      const name = `${table}_${column}_id_idx`;
      // What an interrupted build leaves is not valid.
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${table} (${column}, id)`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, column] of INDEXES)
      await runner.query(`DROP INDEX ${table}_${column}_id_idx`);
  }
}
