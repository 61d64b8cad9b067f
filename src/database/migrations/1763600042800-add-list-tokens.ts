import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tokens under which programs fetch the connections of a proxy. */
export class AddListTokens1763600042800 implements MigrationInterface {
  name = 'AddListTokens1763600042800';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE proxy_list_token (
        proxy_id integer NOT NULL,
        token_hash bytea NOT NULL,
        created_at timestamptz DEFAULT now() NOT NULL,
        last_used_at timestamptz,
        CONSTRAINT proxy_list_token_pkey PRIMARY KEY (proxy_id),
        CONSTRAINT proxy_list_token_token_hash_key UNIQUE (token_hash),
        CONSTRAINT proxy_list_token_proxy_id_fkey FOREIGN KEY (proxy_id) REFERENCES proxy(id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE proxy_list_token`);
  }
}
