import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The requested configuration of a proxy, until the provider has applied it. */
export class AddProxyConfigRequests1763600026000 implements MigrationInterface {
  name = 'AddProxyConfigRequests1763600026000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE proxy
        ADD COLUMN config_request jsonb,
        ADD COLUMN config_version integer NOT NULL DEFAULT 0,
        ADD COLUMN config_applied integer NOT NULL DEFAULT 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE proxy
        DROP COLUMN config_applied,
        DROP COLUMN config_version,
        DROP COLUMN config_request`);
  }
}
