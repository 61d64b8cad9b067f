import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The names that providers have for places, by network. */
export class ListPlacesOfProviders1763600069300 implements MigrationInterface {
  name = 'ListPlacesOfProviders1763600069300';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE supply_place (
        network_id integer NOT NULL,
        level text NOT NULL,
        country text NOT NULL,
        key text NOT NULL,
        name text NOT NULL,
        provider_name text NOT NULL,
        CONSTRAINT supply_place_pkey PRIMARY KEY (network_id, level, country, key),
        CONSTRAINT supply_place_network_id_fkey FOREIGN KEY (network_id) REFERENCES supply_network (id) ON DELETE CASCADE,
        CONSTRAINT supply_place_level_check CHECK (level IN ('country', 'region', 'city', 'isp')))`);
    // A level without a row here has no list: names of it go out as they come.
    await runner.query(`
      CREATE TABLE supply_place_list (
        network_id integer NOT NULL,
        level text NOT NULL,
        count integer NOT NULL,
        imported_at timestamptz NOT NULL,
        CONSTRAINT supply_place_list_pkey PRIMARY KEY (network_id, level),
        CONSTRAINT supply_place_list_network_id_fkey FOREIGN KEY (network_id) REFERENCES supply_network (id) ON DELETE CASCADE,
        CONSTRAINT supply_place_list_count_check CHECK (count > 0))`);
    await runner.query(`
      CREATE VIEW gateway_place AS
      SELECT network_id, level, country, key, provider_name FROM supply_place`);
    await runner.query(`
      CREATE VIEW gateway_place_list AS SELECT network_id, level, imported_at FROM supply_place_list`);
    await runner.query(`
      CREATE TRIGGER supply_place_list_notify AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON supply_place_list
      FOR EACH STATEMENT EXECUTE FUNCTION notify_table_changed('gateway_exit')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP VIEW gateway_place_list`);
    await runner.query(`DROP VIEW gateway_place`);
    await runner.query(`DROP TABLE supply_place_list`);
    await runner.query(`DROP TABLE supply_place`);
  }
}
