import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The list of exits asks for the units of each, sold ones included; searching it read every unit for every exit. */
export class IndexUnitsByExit1763600069400 implements MigrationInterface {
  name = 'IndexUnitsByExit1763600069400';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX stock_unit_exit_node_id_idx ON stock_unit (exit_node_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX stock_unit_exit_node_id_idx`);
  }
}
