import type { Fakeable } from '../gateway-options';
import {
  type GatewayCommand,
  type GatewayReply,
  MAX_LISTED_CONNECTIONS,
  type ReportedConnection,
} from '../../common/gateway/gateway-messages';
import type { Pool } from 'pg';
import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { LiveConnection } from '../meter/live-connection';
import type { ProxyAccount } from '../meter/proxy-account';
import type { ProxyStateReader } from './proxy-state';

export interface StoredCommand extends GatewayCommand {
  /** Null for `measure`. */
  readonly proxyId: number | null;
}

/** Reads the table `gateway_command` and writes `gateway_reply`. */
export class CommandStore {
  constructor(private readonly pool: Pool) {}

  /** Null when the command is over. */
  async find(id: string): Promise<StoredCommand | null> {
    const { rows } = await this.pool.query<StoredCommand>(
      `SELECT proxy_id AS "proxyId", kind, connection_id AS "connectionId", with_targets AS "withTargets",
              with_state AS "withState"
       FROM gateway_command WHERE id = $1`,
      [id],
    );
    return rows[0] ?? null;
  }

  /** Without effect when the command is over, or `holder` has answered. */
  async reply(id: string, holder: string, reply: GatewayReply): Promise<void> {
    await this.pool.query(
      `INSERT INTO gateway_reply (command_id, holder, body)
       SELECT id, $2, $3::jsonb FROM gateway_command WHERE id = $1 FOR KEY SHARE
       ON CONFLICT DO NOTHING`,
      [id, holder, JSON.stringify(reply)],
    );
  }
}

/**
 * Answers commands about the open connections of this process, and about what it would do with a proxy. What it reports
 * of connections is read from them at that moment.
 */
export class ConnectionCommands {
  /** Of this process; ids of connections begin with it. */
  readonly #holder = randomBytes(6).toString('hex');

  constructor(
    private readonly store: Fakeable<CommandStore>,
    private readonly findAccount: (proxyId: number) => ProxyAccount | undefined,
    private readonly gatewayId: string,
    private readonly log: Logger,
    private readonly states?: Pick<ProxyStateReader, 'read'>,
    private readonly load?: () => Pick<GatewayReply, 'count' | 'throughput'>,
  ) {}

  /** Never rejects: without an answer the command ends by its timeout. */
  async handle(commandId: string): Promise<void> {
    try {
      const command = await this.store.find(commandId);
      if (!command) return;
      const { proxyId, withState } = command;
      const state = withState && proxyId ? await this.states?.read(proxyId) : undefined;
      await this.store.reply(commandId, this.#holder, { ...this.#execute(command), state });
    } catch (error) {
      this.log.warn({ err: error }, 'A command to the gateways was not answered');
    }
  }

  #execute(command: StoredCommand): GatewayReply {
    const { proxyId } = command;
    if (proxyId === null)
      return { gateway: this.gatewayId, count: 0, ...this.load?.(), connections: [] };
    const connections = [...(this.findAccount(proxyId)?.connections ?? [])].filter(
      (each): each is LiveConnection => each instanceof LiveConnection,
    );
    return command.kind === 'list'
      ? {
          gateway: this.gatewayId,
          count: connections.length,
          connections: connections
            .slice(-MAX_LISTED_CONNECTIONS)
            .reverse()
            .map((each) => this.#report(each, command.withTargets)),
        }
      : {
          gateway: this.gatewayId,
          count: this.#close(connections, command.connectionId),
          connections: [],
        };
  }

  #close(connections: readonly LiveConnection[], id: string | null): number {
    const chosen =
      id === null ? connections : connections.filter((each) => this.#getId(each) === id);
    for (const connection of chosen) connection.cut('CLOSED');
    return chosen.length;
  }

  #report(connection: LiveConnection, withTarget: boolean): ReportedConnection {
    const { startedAt, protocol, peer, session, up, down } = connection;
    return {
      id: this.#getId(connection),
      startedAt,
      protocol,
      client: peer.client,
      target: withTarget ? peer.target : null,
      session,
      up,
      down,
    };
  }

  #getId({ serial }: LiveConnection): string {
    return `${this.#holder}-${serial}`;
  }
}
