import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which account at the provider a network belongs to, and what accounts told about their traffic. */
export class LinkNetworksToAccounts1763600069100 implements MigrationInterface {
  name = 'LinkNetworksToAccounts1763600069100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE supply_network ADD COLUMN provider_id integer
        CONSTRAINT supply_network_provider_id_fkey REFERENCES supply_provider (id) ON DELETE SET NULL`);
    await runner.query(
      `CREATE INDEX supply_network_provider_id_idx ON supply_network (provider_id) WHERE provider_id IS NOT NULL`,
    );
    // Millionths of a gigabyte of the provider.
    await runner.query(`ALTER TABLE supply_provider ADD COLUMN left_micro_gb bigint`);
    await runner.query(`
      CREATE TABLE supply_provider_reading (
        provider_id integer NOT NULL,
        read_at timestamptz DEFAULT now() NOT NULL,
        counter text NOT NULL,
        amount bigint NOT NULL,
        CONSTRAINT supply_provider_reading_pkey PRIMARY KEY (provider_id, read_at),
        CONSTRAINT supply_provider_reading_provider_id_fkey FOREIGN KEY (provider_id)
          REFERENCES supply_provider (id) ON DELETE CASCADE,
        CONSTRAINT supply_provider_reading_counter_check CHECK (counter IN ('used_bytes', 'used_gb', 'left_gb')),
        CONSTRAINT supply_provider_reading_amount_check CHECK (amount >= 0))`);
    // A network without a link has the only account of its provider, unless that one belongs to another network.
    await runner.query(`
      CREATE VIEW supply_network_account AS
      SELECT n.id AS network_id, p.id AS provider_id
      FROM supply_network n JOIN supply_provider p ON p.enabled AND CASE
        WHEN n.provider_id IS NOT NULL THEN p.id = n.provider_id
        ELSE p.kind = n.dialect
          AND NOT EXISTS (SELECT FROM supply_provider o WHERE o.kind = p.kind AND o.enabled AND o.id <> p.id)
          AND NOT EXISTS (SELECT FROM supply_network o WHERE o.provider_id = p.id) END`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP VIEW supply_network_account`);
    await runner.query(`DROP TABLE supply_provider_reading`);
    await runner.query(`ALTER TABLE supply_provider DROP COLUMN left_micro_gb`);
    await runner.query(`ALTER TABLE supply_network DROP COLUMN provider_id`);
  }
}
