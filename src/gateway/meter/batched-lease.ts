import { Lease, type LeaseTerm } from './lease';

/** What a batch carries of one limit. */
interface LeaseDelta {
  up: number;
  down: number;
  /** Lease to ask for, in bytes; 0 returns it. */
  wanted: number;
}

/**
 * A lease that is asked for and returned in batches, and those who wait for it. While a batch is on its way nobody asks
 * again: the batch asks already, and its answer has those ask who still wait.
 */
export class BatchedLease extends Lease {
  /** Bytes of batches on their way. */
  #sending = 0;
  #batches = 0;
  #hasAsked = false;
  #isReturning = false;
  #waiting: (() => void)[] = [];

  /** @param hurry has the next batch sent now. */
  constructor(
    term: LeaseTerm,
    private readonly hurry: () => void,
  ) {
    super(term);
  }

  /** Bytes that are neither in the database, as far as is known, nor in the next batch. */
  get sending(): number {
    return this.#sending;
  }

  get isSending(): boolean {
    return this.#batches > 0;
  }

  get hasWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Whether the next batch is needed for the lease alone. */
  get isDue(): boolean {
    return this.#hasAsked || this.#isReturning;
  }

  ask(): void {
    if (this.#hasAsked || this.isSending) return;
    this.#hasAsked = true;
    this.hurry();
  }

  /** Calls back once when `take` may allow more. */
  onMore(resume: () => void): void {
    this.#waiting.push(resume);
    this.ask();
  }

  /** Lets everybody who waits try again. */
  retry(): void {
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resume of waiting) resume();
  }

  /** Relays nothing more; the next batch returns it, unless somebody waits by then. */
  startReturn(): void {
    this.release();
    this.#isReturning = true;
  }

  /** As `lose`, and returns what the database still reserves. */
  loseAndReturn(): void {
    this.lose();
    this.#isReturning = true;
  }

  /** @param isNeeded whether to ask for a lease, unless it is being returned. */
  beginBatch(batch: LeaseDelta, isNeeded: boolean): void {
    const isReturned = this.#isReturning && !this.hasWaiting;
    batch.wanted = isNeeded && !isReturned ? this.wanted() : 0;
    this.#sending += batch.up + batch.down;
    this.#batches++;
    this.#hasAsked = false;
    this.#isReturning = false;
  }

  endBatch(batch: LeaseDelta): void {
    this.#sending -= batch.up + batch.down;
    this.#batches--;
  }
}
