import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether SOCKS5 may relay datagrams of a gateway account. */
export class AddUdp1763600036000 implements MigrationInterface {
  name = 'AddUdp1763600036000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE gateway_account ADD COLUMN udp boolean DEFAULT false NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE gateway_account DROP COLUMN udp`);
  }
}
