import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests to all gateways about the open connections of a proxy, and whether its owner wants to see their targets. */
export class AddGatewayCommands1763600033100 implements MigrationInterface {
  name = 'AddGatewayCommands1763600033100';

  async up(runner: QueryRunner): Promise<void> {
    // Unlogged: a command is over within seconds, and a crash ends it like a timeout.
    await runner.query(`
      CREATE UNLOGGED TABLE gateway_command (
        id uuid NOT NULL,
        account_id integer NOT NULL,
        kind text NOT NULL,
        connection_id text,
        with_targets boolean DEFAULT false NOT NULL,
        created_at timestamptz DEFAULT now() NOT NULL,
        CONSTRAINT gateway_command_pkey PRIMARY KEY (id),
        CONSTRAINT gateway_command_account_id_fkey FOREIGN KEY (account_id) REFERENCES gateway_account(id)
          ON DELETE CASCADE,
        CONSTRAINT gateway_command_kind_check CHECK (kind IN ('list', 'close'))
      )`);
    await runner.query(`
      CREATE UNLOGGED TABLE gateway_reply (
        command_id uuid NOT NULL,
        holder text NOT NULL,
        body jsonb NOT NULL,
        CONSTRAINT gateway_reply_pkey PRIMARY KEY (command_id, holder),
        CONSTRAINT gateway_reply_command_id_fkey FOREIGN KEY (command_id) REFERENCES gateway_command(id)
          ON DELETE CASCADE
      )`);
    await runner.query(`ALTER TABLE proxy ADD COLUMN show_targets boolean NOT NULL DEFAULT false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE proxy DROP COLUMN show_targets`);
    await runner.query(`DROP TABLE gateway_reply`);
    await runner.query(`DROP TABLE gateway_command`);
  }
}
