import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Staff may have a gateway take no new connections, and ask all of them what they carry. */
export class AddGatewayDrain1796160100000 implements MigrationInterface {
  name = 'AddGatewayDrain1796160100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE gateway ADD COLUMN drain_requested_at timestamptz');
    await runner.query(
      `ALTER TABLE gateway_command ALTER COLUMN proxy_id DROP NOT NULL,
         DROP CONSTRAINT gateway_command_kind_check,
         ADD CONSTRAINT gateway_command_kind_check CHECK (kind IN ('list', 'close', 'measure')),
         ADD CONSTRAINT gateway_command_proxy_check CHECK ((kind = 'measure') = (proxy_id IS NULL))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM gateway_command');
    await runner.query(
      `ALTER TABLE gateway_command DROP CONSTRAINT gateway_command_proxy_check,
         DROP CONSTRAINT gateway_command_kind_check, ALTER COLUMN proxy_id SET NOT NULL,
         ADD CONSTRAINT gateway_command_kind_check CHECK (kind IN ('list', 'close'))`,
    );
    await runner.query('ALTER TABLE gateway DROP COLUMN drain_requested_at');
  }
}
