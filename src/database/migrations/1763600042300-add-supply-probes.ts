import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests to the gateways to fetch the echo address through an exit or a network. */
export class AddSupplyProbes1763600042300 implements MigrationInterface {
  name = 'AddSupplyProbes1763600042300';

  async up(runner: QueryRunner): Promise<void> {
    // Unlogged: a request is over within seconds, and a crash ends it like a timeout.
    await runner.query(`
      CREATE UNLOGGED TABLE supply_probe_request (
        id uuid NOT NULL,
        network_id integer,
        exit_node_id integer,
        country text,
        claimed_by text,
        outcome jsonb,
        created_at timestamptz DEFAULT now() NOT NULL,
        CONSTRAINT supply_probe_request_pkey PRIMARY KEY (id),
        CONSTRAINT supply_probe_request_network_id_fkey FOREIGN KEY (network_id) REFERENCES supply_network(id)
          ON DELETE CASCADE,
        CONSTRAINT supply_probe_request_exit_node_id_fkey FOREIGN KEY (exit_node_id) REFERENCES exit_node(id)
          ON DELETE CASCADE,
        CONSTRAINT supply_probe_request_subject_check CHECK (num_nonnulls(network_id, exit_node_id) = 1)
      )`);
    // A gateway sees a disabled network only while somebody probes it.
    await runner.query(`
      CREATE VIEW gateway_probe AS
      SELECT r.id AS request_id, r.exit_node_id, r.country, n.id, n.dialect, n.kind, n.protocol, n.host, n.port,
             n.username, n.password_encrypted, n.username_template, n.password_template, n.countries,
             n.targets_region, n.targets_city, n.targets_isp, n.weight
      FROM supply_probe_request r LEFT JOIN supply_network n ON n.id = r.network_id
      WHERE r.claimed_by IS NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP VIEW gateway_probe`);
    await runner.query(`DROP TABLE supply_probe_request`);
  }
}
