import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a provider's list last had a unit, so that one short list takes nothing off sale. */
export class ListStockUnits1763600042710 implements MigrationInterface {
  name = 'ListStockUnits1763600042710';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE stock_unit ADD COLUMN listed_at timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE stock_unit DROP COLUMN listed_at`);
  }
}
