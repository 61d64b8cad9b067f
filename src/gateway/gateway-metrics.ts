import {
  type Aggregator,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client';

const LATENCY_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const RECENT_MS = 10_000;

export class GatewayMetrics {
  readonly registry = new Registry();
  readonly #registers = [this.registry];

  readonly rejected = new Counter({
    name: 'gateway_rejections_total',
    help: 'Refused connections and requests by reason.',
    labelNames: ['reason'],
    registers: this.#registers,
  });
  readonly bytes = new Counter({
    name: 'gateway_bytes_total',
    help: 'Metered bytes, by direction and kind of proxy.',
    labelNames: ['direction', 'kind'],
    registers: this.#registers,
  });
  readonly closed = new Counter({
    name: 'gateway_connections_total',
    help: 'Finished tunnels and requests, by protocol and by what ended them.',
    labelNames: ['protocol', 'ended_by'],
    registers: this.#registers,
  });
  readonly #handshake = new Histogram({
    name: 'gateway_handshake_seconds',
    help: 'From accept to an authenticated request.',
    buckets: LATENCY_BUCKETS,
    registers: this.#registers,
  });
  readonly dial = new Histogram({
    name: 'gateway_dial_seconds',
    help: 'Time to reach the target or the upstream.',
    buckets: LATENCY_BUCKETS,
    registers: this.#registers,
  });

  /** What was metered lately. */
  #recent: { at: number; bytes: number }[] = [];

  /** Metered bytes per second of the last ten seconds. */
  get throughput(): number {
    this.#forget();
    const bytes = this.#recent.reduce((sum, each) => sum + each.bytes, 0);
    return Math.round((bytes * 1000) / RECENT_MS);
  }

  #forget(): void {
    const since = Date.now() - RECENT_MS;
    while ((this.#recent[0]?.at ?? Infinity) <= since) this.#recent.shift();
  }

  observeHandshake(seconds: number | undefined): void {
    if (seconds !== undefined) this.#handshake.observe(seconds);
  }

  /**
   * Registers a value that is read when scraped.
   * @param aggregator what one number for several processes is.
   */
  gauge(name: string, help: string, read: () => number, aggregator: Aggregator = 'sum'): void {
    new Gauge({
      name,
      help,
      aggregator,
      registers: this.#registers,
      collect() {
        this.set(read());
      },
    });
  }

  /** @param accounts those of the deltas. */
  countBytes(
    deltas: readonly { proxyId: number; up: number; down: number }[],
    accounts: ReadonlyMap<number, { credential: { kind: string } }>,
  ): void {
    this.#forget();
    const bytes = deltas.reduce((sum, { up, down }) => sum + up + down, 0);
    this.#recent.push({ at: Date.now(), bytes });
    for (const { proxyId, up, down } of deltas) {
      const kind = accounts.get(proxyId)?.credential.kind ?? 'unknown';
      this.bytes.inc({ direction: 'up', kind }, up);
      this.bytes.inc({ direction: 'down', kind }, down);
    }
  }

  collectProcess(): void {
    collectDefaultMetrics({ register: this.registry });
  }
}
