import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sign-in of staff with an authenticator app besides the password. */
export class AddTwoFactor1763600008000 implements MigrationInterface {
  name = 'AddTwoFactor1763600008000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE two_factor (
        user_id integer NOT NULL,
        secret_encrypted text NOT NULL,
        last_step integer,
        enabled_at timestamptz,
        created_at timestamptz DEFAULT now() NOT NULL,
        CONSTRAINT two_factor_pkey PRIMARY KEY (user_id),
        CONSTRAINT two_factor_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
      )
    `);
    await queryRunner.query(`
      CREATE TABLE recovery_code (
        user_id integer NOT NULL,
        code_hash text NOT NULL,
        used_at timestamptz,
        CONSTRAINT recovery_code_pkey PRIMARY KEY (user_id, code_hash),
        CONSTRAINT recovery_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
      )
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE recovery_code`);
    await queryRunner.query(`DROP TABLE two_factor`);
  }
}
