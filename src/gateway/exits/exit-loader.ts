import type { Logger } from 'pino';
import type { ExitSource } from './exit';
import type { ExitDirectory } from './exit-directory';

const RETRY_MS = 1_000;

/** Loads the exit directory at start, on change notifications and periodically. */
export class ExitLoader {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isReading = false;
  #again = false;
  #stopped = false;
  isLoaded = false;

  constructor(
    private readonly source: ExitSource,
    private readonly directory: ExitDirectory,
    private readonly reloadMs: number,
    private readonly log: Logger,
  ) {}

  /** Reads all exits; a call during a read schedules another read. Never rejects. */
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
        this.directory.replace(await this.source.findAll());
        this.isLoaded = true;
      } catch (error) {
        // The exits loaded so far stay in use.
        this.log.warn({ err: error }, 'Exits cannot be read');
        next = RETRY_MS;
      }
    } while (this.#again && !this.#stopped);
    // Reset in the same tick that finds nothing to load: a later request starts a new load.
    this.#isReading = false;
    if (!this.#stopped) this.#timer = setTimeout(() => void this.reload(), next);
  }
}
