import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often a session of a gateway account was given a new exit by request. */
export class AddSessionRotations1763600033000 implements MigrationInterface {
  name = 'AddSessionRotations1763600033000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE gateway_rotation (
        account_id integer NOT NULL,
        session text NOT NULL,
        rotations integer NOT NULL,
        rotated_at timestamptz NOT NULL,
        CONSTRAINT gateway_rotation_pkey PRIMARY KEY (account_id, session),
        CONSTRAINT gateway_rotation_account_id_fkey FOREIGN KEY (account_id) REFERENCES gateway_account(id)
          ON DELETE CASCADE
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE gateway_rotation`);
  }
}
