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

/** Bytes and requests of one kind of batch. */
interface Traffic {
  up: number;
  down: number;
  requests: number;
}

/** What connections of one kind add to, from time to time: nothing is done per chunk. */
export type Counter<Key> = Key &
  Traffic & {
    /** Connections that add to it. */
    open: number;
  };

/** Counters of what has passed, by key. */
export class Counters<Key extends object> {
  readonly #counters = new Map<string, Counter<Key>>();

  get size(): number {
    return this.#counters.size;
  }

  has(key: string): boolean {
    return this.#counters.has(key);
  }

  /** A connection begins. */
  open(key: string, identity: Key): Counter<Key> {
    const counter = this.#counters.get(key) ?? {
      ...{ ...identity, up: 0, down: 0, requests: 0, open: 0 },
    };
    this.#counters.set(key, counter);
    counter.requests++;
    counter.open++;
    return counter;
  }

  /** Moves out what was counted since the last call, and forgets what no connection adds to any more. */
  collect(): (Key & Traffic)[] {
    const deltas: (Key & Traffic)[] = [];
    for (const [key, counter] of this.#counters) {
      if (counter.up + counter.down + counter.requests > 0) {
        const { open: _open, ...delta } = counter;
        deltas.push(delta as unknown as Key & Traffic);
        counter.up = counter.down = counter.requests = 0;
      } else if (counter.open === 0) this.#counters.delete(key);
    }
    return deltas;
  }

  forget(matches: (counter: Key) => boolean): void {
    for (const [key, counter] of this.#counters) if (matches(counter)) this.#counters.delete(key);
  }
}

/** One connection and its counter, with what it had carried when it was last added. */
export class CountedConnection<Key> {
  #up = 0;
  #down = 0;

  constructor(readonly counter: Counter<Key>) {}

  /** @param up and `down` in all. */
  count(up: number, down: number): void {
    this.counter.up += up - this.#up;
    this.counter.down += down - this.#down;
    this.restart(up, down);
  }

  restart(up = 0, down = 0): void {
    this.#up = up;
    this.#down = down;
  }
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
