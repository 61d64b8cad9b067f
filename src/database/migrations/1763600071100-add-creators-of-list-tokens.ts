import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The creators of list tokens, so that a token ends with their access. Existing tokens count as the owner's. */
export class AddCreatorsOfListTokens1763600071100 implements MigrationInterface {
  name = 'AddCreatorsOfListTokens1763600071100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE proxy_list_token ADD created_by integer, ADD api_key_id integer`,
    );
    await runner.query(
      `UPDATE proxy_list_token t SET created_by = p.user_id FROM proxy p WHERE p.id = t.proxy_id`,
    );
    await runner.query(`
      ALTER TABLE proxy_list_token
        ALTER created_by SET NOT NULL,
        ADD CONSTRAINT proxy_list_token_created_by_fkey FOREIGN KEY (created_by) REFERENCES users (id),
        ADD CONSTRAINT proxy_list_token_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_key (id)`);
    await runner.query(
      `CREATE INDEX proxy_list_token_created_by_idx ON proxy_list_token (created_by)`,
    );
    await runner.query(
      `CREATE INDEX proxy_list_token_api_key_id_idx ON proxy_list_token (api_key_id)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE proxy_list_token DROP COLUMN api_key_id, DROP COLUMN created_by`,
    );
  }
}
