import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { SingleFlight } from './single-flight';

/** Identity of one flush: (gatewayId, seq) is its idempotency key, and its numbers only grow. */
export interface BatchKey {
  /** The process that counted it, as long as it runs. */
  gatewayId: string;
  seq: number;
  /** Determines the day and the hour that it is booked to. */
  at: Date;
}

export interface BatchSource<Counts> {
  /** Moves what was counted since the last call out. @returns undefined when there is nothing. */
  collect(): Counts | undefined;
}

export interface BatchStore<Counts> {
  /** Adds a batch unless it was added before. */
  settle(batch: BatchKey & Counts): Promise<void>;
}

export interface BatchFlusherOptions {
  gatewayId: string;
  /** Of the batches of this kind, since a process sends several kinds. */
  kind: string;
  /** What the log calls it. */
  what: string;
  flushMs: number;
}

/**
 * Saves counts, one batch at a time. A batch of unknown outcome is sent again with its number until the
 * outcome is known; what is counted meanwhile waits in the source. So nothing counts twice, and a process that is killed
 * loses what it counted since the last flush, without a database since it was last there.
 */
export class BatchFlusher<Counts extends object> {
  /** Unique per start, and other than that of the customers' usage. */
  readonly #holder: string;
  #seq = Date.now() * 1000;
  #unknown: (BatchKey & Counts) | undefined;
  readonly #flushing = new SingleFlight(() => this.#flush());
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly source: BatchSource<Counts>,
    private readonly store: BatchStore<Counts> | undefined,
    private readonly options: BatchFlusherOptions,
    private readonly log: Logger,
  ) {
    this.#holder = `${options.gatewayId}#${options.kind}#${randomBytes(4).toString('hex')}`;
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
    try {
      if (this.#unknown) await this.#send(this.#unknown);
      const counts = this.source.collect();
      if (!counts) return true;
      this.#unknown = {
        ...{ gatewayId: this.#holder, seq: this.#seq++, at: new Date() },
        ...counts,
      };
      await this.#send(this.#unknown);
      return true;
    } catch (error) {
      this.log.warn({ err: error }, `${this.options.what} cannot be saved; it is sent again`);
      return false;
    }
  }

  async #send(batch: BatchKey & Counts): Promise<void> {
    await this.store?.settle(batch);
    this.#unknown = undefined;
  }
}
