import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Staff see which accounts sign in from the same address. */
export class AddSessionAddressIndex1796172000000 implements MigrationInterface {
  name = 'AddSessionAddressIndex1796172000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // What an interrupted build leaves is not valid.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS session_ip_user_id_idx');
    await runner.query('CREATE INDEX CONCURRENTLY session_ip_user_id_idx ON session (ip, user_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX session_ip_user_id_idx');
  }
}
