import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  COMMAND_CHANNEL,
  LISTENER_APPLICATION,
  type GatewayCommand,
  type GatewayReply,
  type ReportedState,
  MAX_LISTED_CONNECTIONS,
} from '../../common/gateway/gateway-messages';
import { SECOND } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { isIPv4, isIPv6 } from 'node:net';
import { AuditService } from '../../audit/audit.service';
import type { Actor } from '../../common/security/actor';
import {
  connectionNotFound,
  connectionsUnavailable,
  proxyNotFound,
  unknownProxy,
} from '../proxies.errors';
import { Proxy } from '../proxy.entity';
import type { AdminConnectionsData, ConnectionResponse, ConnectionsData } from './connections.dto';

const ANSWER_TIMEOUT_MS = SECOND;
const FIRST_POLL_MS = 10;
const MAX_POLL_MS = 80;

interface CommandResult {
  readonly replies: readonly GatewayReply[];
  /** Whether every gateway process that listens has answered, and there is one. */
  readonly isComplete: boolean;
}

/** Calls a minute and person: each asks every gateway. */
export const CONNECTION_CALLS_PER_MINUTE = 120;

const CLOSE_ALL: GatewayCommand = {
  ...{ kind: 'close', connectionId: null, withTargets: false, withState: false },
};
interface GatewayLoad {
  readonly connections: number;
  readonly bytesPerSecond: number;
}
const NO_LOAD: GatewayLoad = { connections: 0, bytesPerSecond: 0 };
const CONNECTION_ID = /^[\w-]{1,64}$/;

type ConnectionList = Omit<ConnectionsData, 'show_targets'>;

/** What the gateways say about a proxy. */
export interface GatewayAnswers {
  readonly connections: AdminConnectionsData;
  readonly states: readonly { readonly gateway: string; readonly state: ReportedState | null }[];
}

/** The open connections of a proxy at all gateways. */
@Injectable()
export class LiveConnectionsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly audit: AuditService,
  ) {}

  /** Targets only when the owner has chosen so. */
  async listOwn(actor: Actor, id: number): Promise<ConnectionsData> {
    const { showTargets } = await this.getOwn(actor, id);
    return {
      ...toList(await this.ask(id, { withTargets: showTargets, withState: false })),
      show_targets: showTargets,
    };
  }

  /** For staff: without targets, and with the networks of the clients. */
  async listAny(id: number): Promise<AdminConnectionsData> {
    await this.assertKnown(id);
    return toAdminList(toList(await this.ask(id, { withTargets: false, withState: false })));
  }

  /** As `listAny`, with what each gateway process would do with a request; null from one of an earlier release. */
  async diagnose(id: number): Promise<GatewayAnswers> {
    const result = await this.ask(id, { withTargets: false, withState: true });
    return {
      connections: toAdminList(toList(result)),
      states: result.replies.map(({ gateway, state = null }) => ({ gateway, state })),
    };
  }

  async setShowTargets({ userId }: Actor, id: number, showTargets: boolean): Promise<void> {
    const { affected } = await this.uow.manager.update(Proxy, { id, userId }, { showTargets });
    if (!affected) throw proxyNotFound();
  }

  /** @param connectionId all when null. @returns how many were closed. */
  async closeOwn(actor: Actor, id: number, connectionId: string | null): Promise<number> {
    await this.getOwn(actor, id);
    return this.close(id, connectionId);
  }

  /** As `closeOwn`, by staff. */
  async closeAny(actor: Actor, id: number, connectionId: string | null): Promise<number> {
    await this.assertKnown(id);
    const closed = await this.close(id, connectionId);
    await this.uow.run(() =>
      this.audit.record(actor, {
        action: 'proxy.connections_closed',
        target: `proxy:${id}`,
        details: `Closed ${closed === 1 ? '1 open connection' : `${closed} open connections`} of proxy ${id}`,
      }),
    );
    return closed;
  }

  /** What the gateways carry at this moment, by the id of each that has answered; all of its processes together. */
  async measure(): Promise<Map<string, GatewayLoad>> {
    const command = { ...CLOSE_ALL, kind: 'measure' } as const;
    const loads = new Map<string, GatewayLoad>();
    for (const { gateway, count, throughput = 0 } of (await this.send(null, command)).replies) {
      const { connections, bytesPerSecond } = loads.get(gateway) ?? NO_LOAD;
      loads.set(gateway, {
        connections: connections + count,
        bytesPerSecond: bytesPerSecond + throughput,
      });
    }
    return loads;
  }

  /** All of a proxy. @returns false when not every gateway has answered, where some may be open still. */
  async closeAll(id: number): Promise<boolean> {
    return (await this.send(id, CLOSE_ALL)).isComplete;
  }

  private async getOwn({ userId }: Actor, id: number): Promise<Pick<Proxy, 'showTargets'>> {
    const proxy = await this.uow.manager.findOne(Proxy, {
      select: { id: true, showTargets: true },
      where: { id, userId },
    });
    if (!proxy) throw proxyNotFound();
    return proxy;
  }

  private async assertKnown(id: number): Promise<void> {
    if (!(await this.uow.manager.existsBy(Proxy, { id }))) throw unknownProxy();
  }

  private ask(
    id: number,
    what: Pick<GatewayCommand, 'withTargets' | 'withState'>,
  ): Promise<CommandResult> {
    return this.send(id, { kind: 'list', connectionId: null, ...what });
  }

  private async close(id: number, connectionId: string | null): Promise<number> {
    if (connectionId !== null && !CONNECTION_ID.test(connectionId)) throw connectionNotFound();
    const result = await this.send(id, { ...CLOSE_ALL, connectionId });
    const closed = result.replies.reduce((sum, { count }) => sum + count, 0);
    const isDone = result.isComplete || (connectionId !== null && closed > 0);
    if (!isDone) throw connectionsUnavailable();
    if (connectionId !== null && closed === 0) throw connectionNotFound();
    return closed;
  }

  /** Sends a command to all gateways and collects their answers. Takes a second at most, and only as long as answers are missing. */
  private async send(proxyId: number | null, command: GatewayCommand): Promise<CommandResult> {
    const id = randomUUID();
    const deadline = performance.now() + ANSWER_TIMEOUT_MS;
    const listeners = await this.insertCommand(id, proxyId, command);
    if (listeners === null) throw connectionsUnavailable();
    for (
      let pause = FIRST_POLL_MS;
      performance.now() < deadline && (await this.countReplies(id)) < listeners;
      pause = Math.min(pause * 2, MAX_POLL_MS)
    )
      await sleep(pause);
    // Ends the command; later answers are dropped.
    const rows = await this.uow.manager.query<{ body: GatewayReply }[]>(
      `WITH command AS (DELETE FROM gateway_command WHERE id = $1)
       SELECT body FROM gateway_reply WHERE command_id = $1`,
      [id],
    );
    const replies = rows.map(({ body }) => body);
    return { replies, isComplete: listeners > 0 && replies.length >= listeners };
  }

  /** @returns how many gateway processes listen at the moment; null without such a proxy. */
  private async insertCommand(
    id: string,
    proxyId: number | null,
    { kind, connectionId, withTargets, withState }: GatewayCommand,
  ): Promise<number | null> {
    const [row] = await this.uow.manager.query<{ listeners: number }[]>(
      `WITH command AS (
         INSERT INTO gateway_command (id, proxy_id, kind, connection_id, with_targets, with_state)
         SELECT $1, $2, $3, $4, $5, $8
         WHERE $2::int IS NULL OR EXISTS (SELECT FROM proxy WHERE id = $2) RETURNING id),
       abandoned AS (
         DELETE FROM gateway_command WHERE id IN (
           SELECT id FROM gateway_command WHERE created_at < now() - interval '1 minute'
           FOR UPDATE SKIP LOCKED))
       SELECT (SELECT count(*)::int FROM pg_stat_activity
               WHERE application_name = $6 AND datname = current_database()) AS listeners,
              pg_notify($7, id::text)
       FROM command`,
      [
        ...[id, proxyId, kind, connectionId, withTargets],
        ...[LISTENER_APPLICATION, COMMAND_CHANNEL, withState],
      ],
    );
    return row?.listeners ?? null;
  }

  private async countReplies(id: string): Promise<number> {
    const [row] = await this.uow.manager.query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM gateway_reply WHERE command_id = $1`,
      [id],
    );
    return row.count;
  }
}

/** The newest connections of all gateways together. */
function toList({ isComplete, replies }: CommandResult): ConnectionList {
  const connections = replies.flatMap(({ gateway, connections: reported }) =>
    reported.map((each): ConnectionResponse => ({
      ...{ id: each.id, gateway, protocol: each.protocol, session: each.session },
      started_at: new Date(each.startedAt),
      client_address: each.client,
      target_host: each.target,
      bytes_up: each.up,
      bytes_down: each.down,
    })),
  );
  return {
    connections: connections
      .sort((one, other) => other.started_at.getTime() - one.started_at.getTime())
      .slice(0, MAX_LISTED_CONNECTIONS),
    total: replies.reduce((sum, { count }) => sum + count, 0),
    complete: isComplete,
  };
}

const toAdminList = (list: ConnectionList): AdminConnectionsData => ({
  ...list,
  connections: list.connections.map(({ client_address, target_host: _, ...each }) => ({
    ...each,
    client_network: maskAddress(client_address),
  })),
});

/** The network of an address: /24 of IPv4, /48 of IPv6; empty for what is no address. */
export function maskAddress(address: string): string {
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(address)) return '';
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = !tail ? [] : tail.split(':');
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return `${[...left, ...zeros, ...right].slice(0, 3).join(':')}::/48`;
}
