import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The daily exports of the heads of the hash chains. */
export class AddChainHeads1763600028200 implements MigrationInterface {
  name = 'AddChainHeads1763600028200';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE chain_head (
        day date NOT NULL,
        content text NOT NULL,
        created_at timestamptz DEFAULT now() NOT NULL,
        CONSTRAINT chain_head_pkey PRIMARY KEY (day)
      )
    `);
    await queryRunner.query(`
      CREATE TRIGGER chain_head_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON chain_head
      FOR EACH STATEMENT EXECUTE FUNCTION reject_change()
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE chain_head`);
  }
}
