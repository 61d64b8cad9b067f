import { AggregatorRegistry, Registry, Counter, Gauge } from 'prom-client';
import type { WorkerProcess } from './worker-process';

/** One metric with its values, as a registry gives it and a message carries it. */
export type MetricSnapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number];

/** prom-client knows more than its types: `type` is a word. */
const CUMULATIVE = new Set(['counter', 'histogram']);

/**
 * Adds up the metrics of several processes, each by its aggregator. What ended processes have counted stays: a
 * counter that falls looks like a restart to Prometheus, which would count the rest once more.
 */
export class MetricsSum {
  #ended: MetricSnapshot[] = [];

  readonly contentType = new Registry().contentType;

  /** @param last what the process had when it was last asked. */
  async retire(last: MetricSnapshot[]): Promise<void> {
    const cumulative = last.filter(({ type }) => CUMULATIVE.has(String(type)));
    this.#ended = await add([this.#ended, cumulative]).getMetricsAsJSON();
  }

  async format(processes: MetricSnapshot[][]): Promise<string> {
    return add([...processes, this.#ended]).metrics();
  }
}

const add = (snapshots: MetricSnapshot[][]) => AggregatorRegistry.aggregate(snapshots);

/** The metrics of a gateway of several processes: their sum, and how they fare. */
export class PrimaryMetrics {
  readonly #own = new Registry();
  readonly #sum = new MetricsSum();
  readonly #crashes = new Counter({
    name: 'gateway_process_crashes_total',
    help: 'Processes of the gateway that ended unexpectedly.',
    registers: [this.#own],
  });
  readonly #ended = new WeakSet<WorkerProcess>();
  /** Retiring is asynchronous; a scrape waits for it. */
  #retired: Promise<void> = Promise.resolve();

  constructor(private readonly workers: () => Iterable<WorkerProcess>) {
    new Gauge({
      name: 'gateway_processes',
      help: 'Processes of the gateway that accept connections.',
      registers: [this.#own],
      collect() {
        this.set([...workers()].filter((worker) => worker.isServing).length);
      },
    });
  }

  get contentType(): string {
    return this.#sum.contentType;
  }

  retire(worker: WorkerProcess, isCrash: boolean): void {
    if (isCrash) this.#crashes.inc();
    this.#ended.add(worker);
    this.#retired = this.#retired.then(() => this.#sum.retire(worker.lastMetrics));
  }

  /** A process that does not answer counts as it did when it last answered. */
  async metrics(): Promise<string> {
    await Promise.all([...this.workers()].map((worker) => ask(worker)));
    const own = await this.#own.getMetricsAsJSON();
    // From here to the sum nothing may end: it would be missing, or count twice.
    for (let last; last !== this.#retired;) {
      last = this.#retired;
      await last;
    }
    const running = [...this.workers()].filter((worker) => !this.#ended.has(worker));
    return this.#sum.format([...running.map(({ lastMetrics }) => lastMetrics), own]);
  }
}

async function ask(worker: WorkerProcess): Promise<void> {
  const answer = await worker.ask('metrics');
  if (answer) worker.lastMetrics = answer;
}
