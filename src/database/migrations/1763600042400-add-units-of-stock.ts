import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Addresses bought at a provider: a unit of stock has its own upstream, which its gateways dial. */
export class AddUnitsOfStock1763600042400 implements MigrationInterface {
  name = 'AddUnitsOfStock1763600042400';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE stock_unit
        ADD COLUMN upstream_protocol text,
        ADD COLUMN upstream_port integer,
        ADD COLUMN upstream_url_encrypted text,
        ADD COLUMN upstream_expires_at timestamptz,
        ADD COLUMN enabled boolean DEFAULT true NOT NULL,
        ADD COLUMN dead_at timestamptz,
        ADD COLUMN note text,
        ADD COLUMN created_at timestamptz DEFAULT now() NOT NULL,
        ADD CONSTRAINT stock_unit_upstream_check CHECK
          (num_nulls(upstream_protocol, upstream_port, upstream_url_encrypted) IN (0, 3)),
        ADD CONSTRAINT stock_unit_protocol_check CHECK (upstream_protocol IN ('http', 'socks5')),
        ADD CONSTRAINT stock_unit_dead_check CHECK (dead_at IS NULL OR (order_id IS NULL AND NOT enabled))`);
    await runner.query(`
      ALTER TABLE exit_node DROP CONSTRAINT exit_node_upstream_check,
        ADD CONSTRAINT exit_node_upstream_check CHECK (
          CASE WHEN upstream_url_encrypted IS NULL THEN leave = 'local' OR kind = 'datacenter'
               ELSE leave = 'upstream' END)`);
    await runner.query(`
      CREATE UNIQUE INDEX exit_node_country_idx ON exit_node (country)
      WHERE leave = 'upstream' AND upstream_url_encrypted IS NULL`);
    await runner.query(`
      CREATE VIEW gateway_stock_unit AS
      SELECT s.id, s.exit_node_id, s.address, s.upstream_url_encrypted, e.gateway_group
      FROM stock_unit s JOIN exit_node e ON e.id = s.exit_node_id
      WHERE e.enabled AND s.upstream_url_encrypted IS NOT NULL AND s.dead_at IS NULL`);
    await runner.query(`
      CREATE TRIGGER stock_unit_notify
      AFTER INSERT OR DELETE OR UPDATE OF upstream_url_encrypted, dead_at OR TRUNCATE ON stock_unit
      FOR EACH STATEMENT EXECUTE FUNCTION notify_table_changed('gateway_exit')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER stock_unit_notify ON stock_unit`);
    await runner.query(`DROP VIEW gateway_stock_unit`);
    await runner.query(`DROP INDEX exit_node_country_idx`);
    await runner.query(`
      ALTER TABLE exit_node DROP CONSTRAINT exit_node_upstream_check,
        ADD CONSTRAINT exit_node_upstream_check CHECK
          ((leave = 'upstream') = (upstream_url_encrypted IS NOT NULL))`);
    await runner.query(`
      ALTER TABLE stock_unit DROP CONSTRAINT stock_unit_upstream_check,
        DROP CONSTRAINT stock_unit_protocol_check, DROP CONSTRAINT stock_unit_dead_check,
        DROP COLUMN upstream_protocol, DROP COLUMN upstream_port, DROP COLUMN upstream_url_encrypted,
        DROP COLUMN upstream_expires_at, DROP COLUMN enabled, DROP COLUMN dead_at, DROP COLUMN note,
        DROP COLUMN created_at`);
  }
}
