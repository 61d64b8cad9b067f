import type { MigrationInterface, QueryRunner } from 'typeorm';

/** UDP over SOCKS5 is a setting for each kind of proxy instead of a column of each account. */
export class SwitchUdpByKind1763600039000 implements MigrationInterface {
  name = 'SwitchUdpByKind1763600039000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE VIEW gateway_udp_kind AS
      SELECT k.kind
      FROM (VALUES ('datacenter', 'udpDatacenter'), ('residential', 'udpResidential'), ('mobile', 'udpMobile'))
        AS k (kind, key)
      JOIN setting s ON s.key = k.key AND s.value = 'true'::jsonb`);
    await runner.query(`ALTER TABLE gateway_account DROP COLUMN udp`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE gateway_account ADD COLUMN udp boolean DEFAULT false NOT NULL`);
    await runner.query(`DROP VIEW gateway_udp_kind`);
  }
}
