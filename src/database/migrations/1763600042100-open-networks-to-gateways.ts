import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Gateways dial through the enabled networks, and the catalogue sells their places. */
export class OpenNetworksToGateways1763600042100 implements MigrationInterface {
  name = 'OpenNetworksToGateways1763600042100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE VIEW gateway_network AS
      SELECT id, dialect, kind, protocol, host, port, username, password_encrypted, username_template,
             password_template, countries, targets_region, targets_city, targets_isp, weight
      FROM supply_network WHERE enabled`);
    await runner.query(`
      CREATE VIEW catalog_network AS
      SELECT id, kind, dialect, username, username_template, password_template, countries,
             targets_region, targets_city, targets_isp
      FROM supply_network WHERE enabled`);
    await runner.query(`
      CREATE TRIGGER supply_network_notify AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON supply_network
      FOR EACH STATEMENT EXECUTE FUNCTION notify_table_changed('gateway_exit')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER supply_network_notify ON supply_network`);
    await runner.query(`DROP VIEW catalog_network`);
    await runner.query(`DROP VIEW gateway_network`);
  }
}
