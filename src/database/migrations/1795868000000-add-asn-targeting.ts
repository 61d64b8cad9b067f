import type { MigrationInterface, QueryRunner } from 'typeorm';

const GATEWAY_NETWORK = `SELECT id, dialect, kind, protocol, host, port, username, password_encrypted, username_template,
    password_template, countries, targets_region, targets_city, targets_isp, weight, concurrency_limit`;
const CATALOG_NETWORK = `SELECT id, kind, dialect, username, username_template, password_template, countries,
    targets_region, targets_city, targets_isp`;
const GATEWAY_PROBE = `SELECT r.id AS request_id, r.exit_node_id, r.country, n.id, n.dialect, n.kind, n.protocol, n.host,
    n.port, n.username, n.password_encrypted, n.username_template, n.password_template, n.countries, n.targets_region,
    n.targets_city, n.targets_isp, n.weight`;

const toViews = (asn: '' | 'targets_asn'): string[] => [
  `VIEW gateway_network AS ${GATEWAY_NETWORK} ${asn && `, ${asn}`} FROM supply_network WHERE enabled`,
  `VIEW catalog_network AS ${CATALOG_NETWORK} ${asn && `, ${asn}`} FROM supply_network WHERE enabled`,
  `VIEW gateway_probe AS ${GATEWAY_PROBE} ${asn && `, n.${asn}`}
   FROM supply_probe_request r LEFT JOIN supply_network n ON n.id = r.network_id WHERE r.claimed_by IS NULL`,
];

/** Internet providers by AS number, through networks that are used for it. */
export class AddAsnTargeting1795868000000 implements MigrationInterface {
  name = 'AddAsnTargeting1795868000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE supply_network ADD COLUMN targets_asn boolean NOT NULL DEFAULT false`,
    );
    // They took the AS number as the name of the provider.
    await runner.query(
      `UPDATE supply_network SET targets_asn = true WHERE targets_isp
         AND (username_template LIKE '%{isp|asn}%' OR password_template LIKE '%{isp|asn}%'
           OR (username_template IS NULL AND dialect IN ('decodo', 'bright_data', 'dataimpulse')))`,
    );
    for (const view of toViews('targets_asn')) await runner.query(`CREATE OR REPLACE ${view}`);
  }

  /** A view loses a column only together with the rights to it: `gateway-role` gives them again. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW gateway_network, catalog_network, gateway_probe');
    for (const view of toViews('')) await runner.query(`CREATE ${view}`);
    await runner.query('ALTER TABLE supply_network DROP COLUMN targets_asn');
  }
}
