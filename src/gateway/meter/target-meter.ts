import type { Pool } from 'pg';
import type { BatchKey, BatchSource } from '../batch-flusher';
import type { LiveConnection } from './live-connection';

/** What one batch adds for one proxy and one host. */
export interface TargetDelta {
  proxyId: number;
  /** Lower case, without a port; empty: all that are beyond the limit of hosts. */
  host: string;
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

interface Counter extends TargetDelta {
  /** Connections that add to it. */
  open: number;
}

/** What a connection had carried when it was last added to its counter. */
interface Sample {
  counter: Counter;
  up: number;
  down: number;
}

/**
 * Counts by host what proxies carry whose owners have asked for it; of all others nothing is kept. It reads the counters of
 * the open connections from time to time, so nothing is done per chunk.
 */
export class TargetMeter implements BatchSource<TargetCounts> {
  #counted: ReadonlySet<number> = new Set();
  readonly #counters = new Map<string, Counter>();
  readonly #open = new Map<LiveConnection, Sample>();

  /** Takes over the list of proxies, and forgets what was counted of others. */
  replace(proxyIds: readonly number[]): void {
    this.#counted = new Set(proxyIds);
    for (const [key, { proxyId }] of this.#counters)
      if (!this.#counted.has(proxyId)) this.#counters.delete(key);
    for (const [connection, { counter }] of this.#open)
      if (!this.#counted.has(counter.proxyId)) this.#open.delete(connection);
  }

  watch(connection: LiveConnection): void {
    const { proxyId } = connection.account;
    const host = normalize(connection.peer.target);
    if (host === '' || !this.#counted.has(proxyId)) return;
    const counter = this.#counterOf(proxyId, host);
    counter.requests++;
    counter.open++;
    this.#open.set(connection, { counter, up: 0, down: 0 });
  }

  unwatch(connection: LiveConnection): void {
    const sample = this.#open.get(connection);
    if (!sample) return;
    add(connection, sample);
    sample.counter.open--;
    this.#open.delete(connection);
  }

  collect(): TargetCounts | undefined {
    for (const [connection, sample] of this.#open) add(connection, sample);
    const targets: TargetDelta[] = [];
    for (const [key, counter] of this.#counters) {
      if (counter.up + counter.down + counter.requests > 0) {
        const { open: _open, ...delta } = counter;
        targets.push(delta);
        counter.up = counter.down = counter.requests = 0;
      } else if (counter.open === 0) this.#counters.delete(key);
    }
    return targets.length === 0 ? undefined : { targets };
  }

  #counterOf(proxyId: number, wanted: string): Counter {
    const isFull = this.#counters.size >= MAX_COUNTERS;
    const host = isFull && !this.#counters.has(`${proxyId} ${wanted}`) ? '' : wanted;
    const key = `${proxyId} ${host}`;
    const known = this.#counters.get(key);
    if (known) return known;
    const counter = { proxyId, host, up: 0, down: 0, requests: 0, open: 0 };
    this.#counters.set(key, counter);
    return counter;
  }
}

function add(connection: LiveConnection, sample: Sample): void {
  const { up, down } = connection;
  sample.counter.up += up - sample.up;
  sample.counter.down += down - sample.down;
  sample.up = up;
  sample.down = down;
}

/** The same host in one spelling. */
const normalize = (host: string): string =>
  host.toLowerCase().replace(/\.$/, '').slice(0, MAX_HOST_LENGTH);
