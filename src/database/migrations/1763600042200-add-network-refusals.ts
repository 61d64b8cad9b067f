import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What gateways report of networks whose account the provider refuses. */
export class AddNetworkRefusals1763600042200 implements MigrationInterface {
  name = 'AddNetworkRefusals1763600042200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE supply_network_refusal (
        network_id integer NOT NULL,
        refused_at timestamptz DEFAULT now() NOT NULL,
        CONSTRAINT supply_network_refusal_pkey PRIMARY KEY (network_id),
        CONSTRAINT supply_network_refusal_network_id_fkey FOREIGN KEY (network_id) REFERENCES supply_network(id)
          ON DELETE CASCADE
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE supply_network_refusal`);
  }
}
