import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a gateway began to serve an address, so that only proxies of addresses that moved are looked at. */
export class TimeGatewayAddresses1763600032100 implements MigrationInterface {
  name = 'TimeGatewayAddresses1763600032100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE gateway_address ADD COLUMN reported_at timestamptz DEFAULT now() NOT NULL`,
    );
    await runner.query(
      `CREATE INDEX gateway_address_reported_at_idx ON gateway_address (reported_at)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE gateway_address DROP COLUMN reported_at`);
  }
}
