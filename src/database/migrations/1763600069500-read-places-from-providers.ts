import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists of places that the APIs of providers tell are read again each week; those of files are not. */
export class ReadPlacesFromProviders1763600069500 implements MigrationInterface {
  name = 'ReadPlacesFromProviders1763600069500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE supply_place_list
        ADD COLUMN source text DEFAULT 'file' NOT NULL,
        ADD COLUMN error text,
        ADD CONSTRAINT supply_place_list_source_check CHECK (source IN ('file', 'api'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE supply_place_list DROP COLUMN error, DROP COLUMN source`);
  }
}
