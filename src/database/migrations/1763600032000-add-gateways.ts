import type { MigrationInterface, QueryRunner } from 'typeorm';

const GATEWAY_EXIT = `SELECT id, kind, country, region_code AS region, city_code AS city, isp_code AS isp,
             leave, local_address, upstream_url_encrypted, weight, simulated`;

/** Gateways with their heartbeats, the addresses that each really has, and the exits that are bound to some of them. */
export class AddGateways1763600032000 implements MigrationInterface {
  name = 'AddGateways1763600032000';

  async up(runner: QueryRunner): Promise<void> {
    // Heartbeats rewrite a row in place: no index is on what they change.
    await runner.query(`
      CREATE TABLE gateway (
        id text NOT NULL,
        region text NOT NULL,
        host text NOT NULL,
        public_host text NOT NULL,
        http_port integer NOT NULL,
        socks_port integer NOT NULL,
        https_port integer,
        version text NOT NULL,
        started_at timestamptz NOT NULL,
        heartbeat_at timestamptz NOT NULL,
        draining boolean DEFAULT false NOT NULL,
        CONSTRAINT gateway_pkey PRIMARY KEY (id)
      ) WITH (fillfactor = 50)`);
    await runner.query(`
      CREATE TABLE gateway_address (
        address text NOT NULL,
        gateway_id text NOT NULL,
        CONSTRAINT gateway_address_pkey PRIMARY KEY (address, gateway_id),
        CONSTRAINT gateway_address_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES gateway(id)
          ON DELETE CASCADE
      )`);
    await runner.query(
      `CREATE INDEX gateway_address_gateway_id_idx ON gateway_address (gateway_id)`,
    );
    await runner.query(`ALTER TABLE exit_node ADD COLUMN gateway_group text`);
    await runner.query(`
      CREATE OR REPLACE VIEW gateway_exit AS
      ${GATEWAY_EXIT}, gateway_group
      FROM exit_node WHERE enabled`);
    await runner.query(`
      CREATE VIEW gateway_stock_address AS
      SELECT s.exit_node_id, s.address, e.gateway_group
      FROM stock_unit s JOIN exit_node e ON e.id = s.exit_node_id
      WHERE e.enabled AND e.leave = 'local' AND NOT e.simulated`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP VIEW gateway_stock_address`);
    await runner.query(`DROP VIEW gateway_exit`);
    await runner.query(`
      CREATE VIEW gateway_exit AS
      ${GATEWAY_EXIT}
      FROM exit_node WHERE enabled`);
    await runner.query(`ALTER TABLE exit_node DROP COLUMN gateway_group`);
    await runner.query(`DROP TABLE gateway_address`);
    await runner.query(`DROP TABLE gateway`);
  }
}
