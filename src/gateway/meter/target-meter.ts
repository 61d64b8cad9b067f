import type { Pool } from 'pg';
import { type BatchKey, type BatchSource, CountedConnection, Counters } from '../batch-flusher';
import type { LiveConnection } from './live-connection';

interface TargetKey {
  proxyId: number;
  /** Lower case, without a port; empty: all that are beyond the limit of hosts. */
  host: string;
}

/** What one batch adds for one proxy and one host. */
export interface TargetDelta extends TargetKey {
  up: number;
  down: number;
  requests: number;
}

export interface TargetCounts {
  targets: TargetDelta[];
}

/** Reads the view `gateway_counted_proxy` and keeps `usage_target`. */
export class TargetUsageStore {
  constructor(private readonly pool: Pool) {}

  async findAll(): Promise<number[]> {
    const { rows } = await this.pool.query<{ proxy_id: number }>(
      `SELECT proxy_id FROM gateway_counted_proxy`,
    );
    return rows.map((row) => row.proxy_id);
  }

  async settle({ gatewayId, seq, at, targets }: BatchKey & TargetCounts): Promise<void> {
    const columns = (['proxyId', 'host', 'up', 'down', 'requests'] as const).map((key) =>
      targets.map((target) => target[key]),
    );
    await this.pool.query({
      name: 'usage-target-settle',
      text: 'SELECT usage_target_settle($1, $2, $3, $4::int[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[])',
      values: [gatewayId, seq, at, ...columns],
    });
  }

  async check(): Promise<void> {
    await this.pool.query(`
      EXPLAIN INSERT INTO usage_target AS t (proxy_id, day, host)
        SELECT v.proxy_id, now(), '' FROM gateway_counted_proxy v WHERE false
        ON CONFLICT (proxy_id, day, host) DO UPDATE SET requests = t.requests`);
  }
}

/** Bounds the memory while the database is away. What is beyond is counted without its host. */
const MAX_COUNTERS = 20_000;
const MAX_HOST_LENGTH = 253;

/**
 * Counts by host what proxies carry whose owners have asked for it; of all others nothing is kept. It reads the counters of
 * the open connections from time to time, so nothing is done per chunk.
 */
export class TargetMeter implements BatchSource<TargetCounts> {
  #counted: ReadonlySet<number> = new Set();
  readonly #counters = new Counters<TargetKey>();
  readonly #open = new Map<LiveConnection, CountedConnection<TargetKey>>();

  /** Takes over the list of proxies, and forgets what was counted of others. */
  replace(proxyIds: readonly number[]): void {
    this.#counted = new Set(proxyIds);
    this.#counters.forget(({ proxyId }) => !this.#counted.has(proxyId));
    for (const [connection, { counter }] of this.#open)
      if (!this.#counted.has(counter.proxyId)) this.#open.delete(connection);
  }

  watch(connection: LiveConnection): void {
    const { proxyId } = connection.account;
    const host = normalize(connection.peer.target);
    if (host === '' || !this.#counted.has(proxyId)) return;
    const isFull = this.#counters.size >= MAX_COUNTERS && !this.#counters.has(`${proxyId} ${host}`);
    const counted = isFull ? '' : host;
    const counter = this.#counters.open(`${proxyId} ${counted}`, { proxyId, host: counted });
    this.#open.set(connection, new CountedConnection(counter));
  }

  unwatch(connection: LiveConnection): void {
    const counted = this.#open.get(connection);
    if (!counted) return;
    counted.count(connection.up, connection.down);
    counted.counter.open--;
    this.#open.delete(connection);
  }

  collect(): TargetCounts | undefined {
    for (const [connection, counted] of this.#open) counted.count(connection.up, connection.down);
    const targets = this.#counters.collect();
    return targets.length === 0 ? undefined : { targets };
  }
}

/** The same host in one spelling. */
const normalize = (host: string): string =>
  host.toLowerCase().replace(/\.$/, '').slice(0, MAX_HOST_LENGTH);
