import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A list of open connections may ask the gateways what they would do with the proxy, too. */
export class AddProxyStates1796120000000 implements MigrationInterface {
  name = 'AddProxyStates1796120000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE gateway_command ADD COLUMN with_state boolean NOT NULL DEFAULT false',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE gateway_command DROP COLUMN with_state');
  }
}
