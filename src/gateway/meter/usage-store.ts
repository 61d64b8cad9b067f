import {
  type ConnectionProtocol,
  CONNECTION_PROTOCOLS,
} from '../../common/gateway/gateway-messages';
import type { ProxyErrorReason } from '../proxy-error';
import type { SubUserDelta, SubUserSettlement } from './sub-user-meter';
import type { Pool } from 'pg';
import { LEASE_TTL_MS } from './lease';

export type Direction = 'up' | 'down';

/** Bytes that passed, and requests and tunnels that were let in. */
export interface Traffic {
  up: number;
  down: number;
  requests: number;
}

export type FailureCounts = Partial<Record<ProxyErrorReason, number>>;
export type ProtocolTraffic = Partial<Record<ConnectionProtocol, Traffic>>;

/** What one batch adds for one proxy. */
export interface UsageDelta extends Traffic {
  proxyId: number;
  protocols?: ProtocolTraffic;
  /** The most connections that were open at once since the last batch. */
  peak?: number;
  /** Refused requests and tunnels by reason; missing without any. */
  failures?: FailureCounts;
  /** Lease to ask for, in bytes; 0 returns it. */
  wanted: number;
  /** The part of its sub-users; missing without any. */
  subUsers?: SubUserDelta[];
}

export const noUsage = (proxyId: number): UsageDelta => ({
  proxyId,
  up: 0,
  down: 0,
  requests: 0,
  wanted: 0,
});

export const hasTraffic = (delta: Traffic): boolean =>
  delta.up > 0 || delta.down > 0 || delta.requests > 0;

/** Whether there is nothing to save of it; a lease may still be asked for or returned. */
export const isEmpty = (delta: UsageDelta): boolean =>
  !hasTraffic(delta) && delta.failures === undefined;

/** The part of a protocol, which is added when it is missing. */
export function trafficOf(delta: UsageDelta, protocol: ConnectionProtocol): Traffic {
  const protocols = (delta.protocols ??= {});
  return (protocols[protocol] ??= { up: 0, down: 0, requests: 0 });
}

/** One flush; (gatewayId, seq) is its idempotency key, and its numbers only grow. */
export interface UsageBatch {
  /** The process that counted it, as long as it runs. Leases are its own. */
  gatewayId: string;
  seq: number;
  /** Determines the hour that the usage is booked to. */
  at: Date;
  deltas: UsageDelta[];
}

/** The state of one proxy after a batch, in bytes. */
export interface Settlement {
  /** Used in all, by every gateway. */
  used: number;
  /** Reserved for this process; 0 for a proxy without a limit. */
  lease: number;
  /** Reserved for other processes. */
  heldByOthers: number;
  /** Of those of its sub-users who are in the batch, by id; one that no longer exists is missing. */
  subUsers?: Map<number, SubUserSettlement>;
}

/** Values of one batch in the order of the function, each an array but the first four. */
const TYPES = [
  ...['text', 'bigint', 'timestamptz', "int * interval '1 millisecond'"],
  ...['int[]', ...repeat('bigint[]', 4)],
  ...[...repeat('bigint[]', 3 * CONNECTION_PROTOCOLS.length), 'int[]'],
  ...['int[]', 'text[]', 'bigint[]'],
  ...['int[]', ...repeat('bigint[]', 4)],
];

const SETTLE = `
  SELECT proxy_id, used, lease, others, remaining, sub_user_id
  FROM gateway_settle_usage(${TYPES.map((type, index) => `$${index + 1}::${type}`).join(', ')})`;

/** The statements of the function, as far as they need tables, columns and rights. */
const CHECK = `
  EXPLAIN WITH flush AS (UPDATE gateway_flush SET seq = 0, flushed_at = now() WHERE gateway_id = '' RETURNING 1),
    process AS (INSERT INTO gateway_flush (gateway_id, seq) SELECT '', 0 WHERE false RETURNING 1),
    meter AS (UPDATE gateway_meter SET bytes_up = 0, bytes_down = 0, requests = 0, updated_at = now(),
      changed_minute = now() WHERE proxy_id = 0 RETURNING 1),
    account AS (INSERT INTO gateway_meter (proxy_id) SELECT 0 WHERE false RETURNING 1),
    hour AS (INSERT INTO usage_hour AS u (proxy_id, hour, bytes_up, bytes_down, requests, http_up, peak_connections)
      SELECT 0, now(), 0, 0, 0, 0, 0 WHERE false ON CONFLICT (proxy_id, hour) DO UPDATE SET requests = 0 RETURNING 1),
    failure AS (INSERT INTO usage_failure AS f (proxy_id, hour, reason, count, last_at)
      SELECT 0, now(), '', 1, now() WHERE false ON CONFLICT (proxy_id, hour, reason) DO UPDATE SET count = f.count
      RETURNING 1),
    lease AS (INSERT INTO gateway_lease (proxy_id, holder, bytes) SELECT 0, '', 1 WHERE false
      ON CONFLICT (proxy_id, holder) DO UPDATE SET bytes = 1 RETURNING 1),
    returned AS (DELETE FROM gateway_lease WHERE holder = '' RETURNING 1),
    sub_user AS (UPDATE gateway_sub_user SET id = id WHERE id = 0 RETURNING 1),
    sub_user_day AS (INSERT INTO gateway_sub_user_day AS u (sub_user_id, day) SELECT id, now() FROM gateway_sub_user_state
      WHERE false ON CONFLICT (sub_user_id, day) DO UPDATE SET requests = u.requests RETURNING 1),
    sub_user_lease AS (INSERT INTO gateway_sub_user_lease (sub_user_id, holder, bytes) SELECT 0, '', 1 WHERE false
      ON CONFLICT (sub_user_id, holder) DO UPDATE SET bytes = 1 RETURNING 1),
    sub_user_returned AS (DELETE FROM gateway_sub_user_lease WHERE holder = '' RETURNING 1)
  SELECT gateway_leased(id) FROM proxy WHERE limit_bytes = 0`;

/** The state of a proxy or, with an id of one, of a sub-user. */
interface Row {
  proxy_id: number;
  used: string;
  lease: string;
  others: string;
  /** Left of the limits, with what is leased; null without any. */
  remaining: string | null;
  sub_user_id: number | null;
}

/** Keeps usage in `gateway_meter` and `usage_hour`, failures in `usage_failure`, and leases in `gateway_lease`; the same of sub-users. */
export class UsageStore {
  constructor(
    private readonly pool: Pool,
    private readonly leaseTtlMs = LEASE_TTL_MS,
  ) {}

  /**
   * Adds a batch unless it was added before, and leases what each proxy of it wants, as far as its quota goes.
   * @returns by proxy; one that no longer exists is missing.
   */
  async settle({ gatewayId, seq, at, deltas }: UsageBatch): Promise<Map<number, Settlement>> {
    const { rows } = await this.pool.query<Row>({
      name: 'gateway-settle-batch',
      text: SETTLE,
      values: [gatewayId, seq, at, this.leaseTtlMs, ...toColumns(deltas)],
    });
    const settled = new Map<number, Settlement>();
    // The rows of sub-users come after those of the proxies.
    for (const { proxy_id: proxyId, sub_user_id: subUserId, remaining, ...row } of rows) {
      const lease = Number(row.lease);
      if (subUserId === null) {
        const heldByOthers = Number(row.others);
        settled.set(proxyId, { used: Number(row.used), lease, heldByOthers });
      } else {
        const room = remaining === null ? null : Number(remaining);
        const proxy = settled.get(proxyId);
        if (proxy) (proxy.subUsers ??= new Map()).set(subUserId, { lease, room });
      }
    }
    return settled;
  }

  /** Rejects when usage could not be saved for want of a table, a column or a right. */
  async check(): Promise<void> {
    await this.pool.query(`EXPLAIN ${SETTLE}`, ['', 0, new Date(), 0, ...toColumns([])]);
    await this.pool.query(CHECK);
  }

  /** Forgets processes that have saved nothing since `before`. */
  async forgetHolders(before: Date): Promise<void> {
    await this.pool.query('DELETE FROM gateway_flush WHERE flushed_at < $1', [before]);
    for (const table of ['gateway_lease', 'gateway_sub_user_lease'])
      await this.pool.query(
        `DELETE FROM ${table} l WHERE NOT EXISTS (
           SELECT 1 FROM gateway_flush f WHERE f.gateway_id = l.holder AND f.flushed_at > now() - interval '1 hour')`,
      );
  }
}

const TRAFFIC = ['up', 'down', 'requests'] as const satisfies (keyof Traffic)[];

/** A column per parameter: of the proxies, of their failures and of their sub-users. */
function toColumns(deltas: readonly UsageDelta[]): unknown[][] {
  const failures = deltas.flatMap(toFailures);
  const subUsers = deltas.flatMap((delta): SubUserDelta[] => delta.subUsers ?? []);
  return [
    deltas.map(({ proxyId }) => proxyId),
    ...([...TRAFFIC, 'wanted'] as const).map((key) => deltas.map((delta) => delta[key])),
    ...CONNECTION_PROTOCOLS.flatMap((protocol) =>
      TRAFFIC.map((key) => deltas.map(({ protocols }) => protocols?.[protocol]?.[key] ?? null)),
    ),
    deltas.map(({ peak }) => peak ?? null),
    ...([0, 1, 2] as const).map((column) => failures.map((failure) => failure[column])),
    ...(['id', ...TRAFFIC, 'wanted'] as const).map((key) => subUsers.map((each) => each[key])),
  ];
}

/** @returns proxy, reason and count. A batch of the spool may be of a release that counted none. */
const toFailures = ({ proxyId, failures }: UsageDelta): [number, string, number][] =>
  Object.entries(failures ?? {}).map(([reason, count]): [number, string, number] => [
    proxyId,
    reason,
    count,
  ]);

function repeat(type: string, count: number): string[] {
  return Array<string>(count).fill(type);
}
