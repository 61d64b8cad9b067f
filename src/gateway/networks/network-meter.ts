import {
  type BatchKey,
  type BatchSource,
  CountedConnection,
  type Counter,
  Counters,
} from '../batch-flusher';
import type { Pool } from 'pg';
import type { Socket } from 'node:net';
import type { Place } from '../auth/credential';
import type { Exit } from '../exits/exit';
import { ProxyError } from '../proxy-error';
import { type ConnectionTally, ONLY_PROCESS } from '../process/connection-tally';

interface NetworkKey {
  networkId: number;
  /** 0: the shop's own, such as probes. */
  proxyId: number;
  /** `zz` is any. */
  country: string;
  /** A region, city or ISP was asked for, which some providers charge more for. */
  isPrecise: boolean;
}

/** What one batch adds for the connections of one proxy through one network. */
export interface NetworkDelta extends NetworkKey {
  /** Bytes to the provider's gateway, its handshake included. */
  up: number;
  down: number;
  /** Connections that it was asked for, refused ones included. */
  requests: number;
}

export interface NetworkFailures {
  networkId: number;
  reason: string;
  count: number;
}

export interface NetworkCounts {
  deltas: NetworkDelta[];
  failures: NetworkFailures[];
}

export type NetworkBatch = BatchKey & NetworkCounts;

const SETTLE = `
  SELECT supply_settle($1, $2, $3, $4::int[], $5::int[], $6::text[], $7::boolean[], $8::bigint[], $9::bigint[],
    $10::bigint[], $11::int[], $12::text[], $13::int[])`;

/** The statements of `supply_settle`, as far as they need tables, columns and rights. */
const CHECK = `
  EXPLAIN WITH usage AS (INSERT INTO supply_usage AS u (day, network_id, proxy_id, country, precise, kind)
      SELECT now(), 0, 0, '', false, n.kind FROM supply_cost n WHERE false
      ON CONFLICT (day, network_id, proxy_id, country, precise) DO UPDATE SET requests = u.requests RETURNING 1),
    hour AS (INSERT INTO supply_network_hour AS h (network_id, hour) SELECT 0, now() WHERE false
      ON CONFLICT (network_id, hour) DO UPDATE SET requests = h.requests RETURNING 1)
  INSERT INTO supply_outcome AS o (network_id, minute, outcome, count) SELECT 0, now(), '', 0 WHERE false
    ON CONFLICT (network_id, minute, outcome) DO UPDATE SET count = o.count`;

/** Keeps `supply_usage`, `supply_network_hour` and `supply_outcome`. */
export class NetworkUsageStore {
  constructor(private readonly pool: Pool) {}

  /** Adds a batch unless it was added before. Networks that no longer exist are left out. */
  async settle({ gatewayId, seq, at, deltas, failures }: NetworkBatch): Promise<void> {
    const columns = (
      ['networkId', 'proxyId', 'country', 'isPrecise', 'up', 'down', 'requests'] as const
    ).map((key) => deltas.map((delta) => delta[key]));
    const failed = (['networkId', 'reason', 'count'] as const).map((key) =>
      failures.map((failure) => failure[key]),
    );
    await this.pool.query({
      name: 'supply-settle',
      text: SETTLE,
      values: [gatewayId, seq, at, ...columns, ...failed],
    });
  }

  async check(): Promise<void> {
    await this.pool.query(CHECK);
  }
}

/** One connection that a network was asked for. */
export class NetworkTunnel extends CountedConnection<NetworkKey> {
  #socket: Socket | undefined;
  #isOver = false;

  constructor(
    counter: Counter<NetworkKey>,
    private readonly onEnd: (tunnel: NetworkTunnel) => void,
  ) {
    super(counter);
  }

  get networkId(): number {
    return this.counter.networkId;
  }

  /** Counts what this socket carries from its first byte on. An earlier one of the same attempt is done with. */
  attach(socket: Socket): void {
    this.sample();
    this.#socket = socket;
    this.restart();
    socket.once('close', () => {
      if (this.#socket === socket) this.end();
    });
  }

  /** Adds what has passed since the last time. The system counts it, so nothing is done per chunk. */
  sample(): void {
    const socket = this.#socket;
    if (socket) this.count(socket.bytesWritten, socket.bytesRead);
  }

  /** Without a socket that still carries something; idempotent. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.sample();
    this.#socket = undefined;
    this.counter.open--;
    this.onEnd(this);
  }

  /** Whoever waits for an answer through it is told that there is no exit, not that the target failed. */
  cut(): void {
    this.#socket?.destroy(new ProxyError('NO_EXIT'));
  }
}

/**
 * Counts what each network of a provider carries, as the provider does: every byte on the connections to its gateway, of
 * refused and repeated attempts too, which no customer is charged for.
 */
export class NetworkMeter implements BatchSource<NetworkCounts> {
  readonly #tunnels = new Set<NetworkTunnel>();
  readonly #counters = new Counters<NetworkKey>();
  #failures = new Map<string, NetworkFailures>();
  readonly #open = new Map<number, number>();
  #limits = new Map<number, number>();

  /** @param tally of the gateway's processes, which share its limits. */
  constructor(private readonly tally: ConnectionTally = ONLY_PROCESS) {}

  /** Takes over the limits of the networks, and cuts the connections of those whose budget is used up. */
  replace(exits: readonly Exit[]): void {
    const spent = new Set<number>();
    this.#limits = new Map();
    for (const { id, network } of exits) {
      if (network?.concurrencyLimit !== undefined) this.#limits.set(-id, network.concurrencyLimit);
      if (network?.isSpent) spent.add(-id);
    }
    if (spent.size > 0)
      for (const tunnel of [...this.#tunnels]) if (spent.has(tunnel.networkId)) tunnel.cut();
  }

  /** Whether as many connections of the network are open as it may have. */
  isFull(networkId: number): boolean {
    const limit = this.#limits.get(networkId);
    if (limit === undefined) return false;
    return (this.#open.get(networkId) ?? 0) + this.tally.elsewhere(toKey(networkId)) >= limit;
  }

  /** A network is about to be asked for a connection. @param proxyId 0 for the shop's own. */
  open(networkId: number, proxyId: number, place: Place): NetworkTunnel {
    const { country, region, city, isp } = place;
    const isPrecise = region !== null || city !== null || isp !== null;
    const key = `${networkId} ${proxyId} ${country} ${isPrecise}`;
    const counter = this.#counters.open(key, { networkId, proxyId, country, isPrecise });
    const tunnel = new NetworkTunnel(counter, this.#onEnd);
    this.#tunnels.add(tunnel);
    this.#count(networkId, 1);
    return tunnel;
  }

  fail(networkId: number, reason: string): void {
    const key = `${networkId} ${reason}`;
    const known = this.#failures.get(key);
    if (known) known.count++;
    else this.#failures.set(key, { networkId, reason, count: 1 });
  }

  collect(): NetworkCounts | undefined {
    for (const tunnel of this.#tunnels) tunnel.sample();
    const deltas = this.#counters.collect();
    const failures = [...this.#failures.values()];
    if (failures.length > 0) this.#failures = new Map();
    return deltas.length + failures.length === 0 ? undefined : { deltas, failures };
  }

  readonly #onEnd = (tunnel: NetworkTunnel): void => {
    this.#tunnels.delete(tunnel);
    this.#count(tunnel.networkId, -1);
  };

  #count(networkId: number, by: 1 | -1): void {
    const open = (this.#open.get(networkId) ?? 0) + by;
    this.#open.set(networkId, open);
    if (this.#limits.has(networkId)) this.tally.set(toKey(networkId), open);
  }
}

const toKey = (networkId: number): string => `network ${networkId}`;
