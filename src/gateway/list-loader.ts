import type { Logger } from 'pino';

const RETRY_MS = 1_000;

/** Keeps a list of the database in memory: reads it at start, on change notifications and periodically. */
export class ListLoader<T> {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isReading = false;
  #again = false;
  #stopped = false;
  isLoaded = false;
  /** Why the last read failed; undefined after a good one. */
  failure: unknown;

  constructor(
    private readonly what: string,
    private readonly source: { findAll(): Promise<T[]> },
    private readonly target: { replace(list: T[]): void },
    private readonly reloadMs: number,
    private readonly log: Logger,
  ) {}

  /** Reads the whole list; a call during a read schedules another read. Never rejects. */
  reload(): Promise<void> {
    if (this.#isReading) this.#again = true;
    else this.#running = this.#reload();
    return this.#running;
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async #reload(): Promise<void> {
    this.#isReading = true;
    clearTimeout(this.#timer);
    let next = this.reloadMs;
    do {
      this.#again = false;
      try {
        this.target.replace(await this.source.findAll());
        this.isLoaded = true;
        this.failure = undefined;
      } catch (error) {
        // What was read before stays in use.
        this.failure = error;
        this.log.warn({ err: error }, `${this.what} cannot be read`);
        next = RETRY_MS;
      }
    } while (this.#again && !this.#stopped);
    // Reset in the same tick that finds nothing to load: a later request starts a new load.
    this.#isReading = false;
    if (!this.#stopped) this.#timer = setTimeout(() => void this.reload(), next);
  }
}
