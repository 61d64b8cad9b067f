import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One row per purchase at the gateway, written by the delivery or by its cancellation, whichever is first. */
export class AddGatewayProvision1763600021000 implements MigrationInterface {
  name = 'AddGatewayProvision1763600021000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE gateway_provision (
        key uuid NOT NULL,
        cancelled boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT gateway_provision_pkey PRIMARY KEY (key)
      )`);
    await runner.query(`INSERT INTO gateway_provision (key, created_at)
      SELECT provision_key, min(created_at) FROM gateway_account GROUP BY provision_key`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE gateway_provision`);
  }
}
