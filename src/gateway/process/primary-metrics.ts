import { Counter, Gauge, Registry } from 'prom-client';
import { MetricsSum } from './metrics-sum';
import type { WorkerProcess } from './worker-process';

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
