import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { SingleFlight } from '../single-flight';
import type { NetworkMeter } from './network-meter';
import type { NetworkBatch, NetworkUsageStore } from './network-usage-store';

/**
 * Saves what networks carried, one batch at a time. A batch of unknown outcome is sent again with its number until the
 * outcome is known; what is counted meanwhile waits in the meter. So nothing counts twice, and a process that is killed
 * loses what it counted since the last flush, without a database since it was last there.
 */
export class NetworkUsageFlusher {
  /** Unique per start, and other than that of the customers' usage. */
  readonly #holder: string;
  #seq = Date.now() * 1000;
  #unknown: NetworkBatch | undefined;
  readonly #flushing = new SingleFlight(() => this.#flush());
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly meter: NetworkMeter,
    private readonly store: NetworkUsageStore | undefined,
    private readonly options: { gatewayId: string; flushMs: number },
    private readonly log: Logger,
  ) {
    this.#holder = `${options.gatewayId}#networks#${randomBytes(4).toString('hex')}`;
  }

  start(): void {
    this.#timer = setInterval(() => void this.flush(), this.options.flushMs);
  }

  /** Saves the rest. @param deadline when it gives up, in milliseconds of the epoch. @returns whether all is saved. */
  async stop(deadline: number): Promise<boolean> {
    clearInterval(this.#timer);
    while (!(await this.flush())) {
      if (Date.now() >= deadline) return false;
      await sleep(100);
    }
    return true;
  }

  /** @returns whether everything counted before is saved; never rejects. */
  flush(): Promise<boolean> {
    return this.#flushing.run();
  }

  async #flush(): Promise<boolean> {
    const { store } = this;
    try {
      if (this.#unknown) await this.#send(store, this.#unknown);
      const { deltas, failures } = this.meter.collect();
      if (deltas.length + failures.length === 0) return true;
      this.#unknown = {
        ...{ gatewayId: this.#holder, seq: this.#seq++, at: new Date() },
        ...{ deltas, failures },
      };
      await this.#send(store, this.#unknown);
      return true;
    } catch (error) {
      this.log.warn({ err: error }, 'The usage of networks cannot be saved; it is sent again');
      return false;
    }
  }

  async #send(store: NetworkUsageStore | undefined, batch: NetworkBatch): Promise<void> {
    await store?.settle(batch);
    this.#unknown = undefined;
  }
}
