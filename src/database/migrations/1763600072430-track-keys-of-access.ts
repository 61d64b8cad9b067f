import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['allowed_address', 'gateway_sub_user'];

/** The API keys with which addresses and sub-users were made, so that a review offers to remove them with the key. */
export class TrackKeysOfAccess1763600072430 implements MigrationInterface {
  name = 'TrackKeysOfAccess1763600072430';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await runner.query(`
        ALTER TABLE ${table} ADD api_key_id integer
          CONSTRAINT ${table}_api_key_id_fkey REFERENCES api_key (id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} DROP COLUMN api_key_id`);
  }
}
