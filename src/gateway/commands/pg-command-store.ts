import type { Pool } from 'pg';
import type { GatewayReply } from '../../common/gateway/gateway-messages';
import { CommandStore, type StoredCommand } from './command-store';

/** Reads the table `gateway_command` and writes `gateway_reply`. */
export class PgCommandStore extends CommandStore {
  constructor(private readonly pool: Pool) {
    super();
  }

  async find(id: string): Promise<StoredCommand | null> {
    const { rows } = await this.pool.query<StoredCommand>(
      `SELECT proxy_id AS "proxyId", kind, connection_id AS "connectionId", with_targets AS "withTargets"
       FROM gateway_command WHERE id = $1`,
      [id],
    );
    return rows[0] ?? null;
  }

  async reply(id: string, holder: string, reply: GatewayReply): Promise<void> {
    await this.pool.query(
      `INSERT INTO gateway_reply (command_id, holder, body)
       SELECT id, $2, $3::jsonb FROM gateway_command WHERE id = $1 FOR KEY SHARE
       ON CONFLICT DO NOTHING`,
      [id, holder, JSON.stringify(reply)],
    );
  }
}
