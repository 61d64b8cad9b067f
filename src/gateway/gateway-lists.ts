import type { Logger } from 'pino';
import type { ReadList } from './gateway-options';
import { SingleFlight } from './single-flight';

const RETRY_MS = 1_000;

/** Keeps a list of the database in memory: reads it at start, on change notifications and periodically. */
export class ListLoader<T> {
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  readonly #reading = new SingleFlight(() => this.#reload());
  isLoaded = false;
  /** Why the last read failed; undefined after a good one. */
  failure: unknown;

  constructor(
    private readonly what: string,
    private readonly read: ReadList<T>,
    private readonly target: { replace(list: T[]): void },
    private readonly reloadMs: number,
    private readonly log: Logger,
  ) {}

  /** Reads the whole list; a call during a read schedules another read. Never rejects. */
  reload(): Promise<void> {
    return this.#reading.run();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async #reload(): Promise<void> {
    clearTimeout(this.#timer);
    let next = this.reloadMs;
    try {
      this.target.replace(await this.read());
      this.isLoaded = true;
      this.failure = undefined;
    } catch (error) {
      // What was read before stays in use.
      this.failure = error;
      this.log.warn({ err: error }, `${this.what} cannot be read`);
      next = RETRY_MS;
    }
    if (!this.#stopped) this.#timer = setTimeout(() => void this.reload(), next);
  }
}

/** The lists of the database that a gateway has in memory, each with the channel that notifies of its changes. */
export class GatewayLists {
  readonly #lists: {
    channel: string | undefined;
    loader: Pick<ListLoader<unknown>, 'reload' | 'stop' | 'isLoaded' | 'failure'>;
  }[] = [];

  constructor(private readonly log: Logger) {}

  /** Without a source, or somebody to take it, a list is not read. */
  add<T>(
    what: string,
    channel: string | undefined,
    read: ReadList<T> | undefined,
    target: { replace(list: T[]): void } | undefined,
    everyMs: number,
  ): void {
    if (!read || !target) return;
    const loader = new ListLoader(what, read, target, everyMs, this.log);
    this.#lists.push({ channel, loader });
  }

  /** Why the last read of one of them failed; undefined after good ones. */
  get failure(): unknown {
    return this.#lists.find(({ loader }) => loader.failure !== undefined)?.loader.failure;
  }

  isLoaded(channel: string): boolean {
    return this.#lists.every((list) => list.channel !== channel || list.loader.isLoaded);
  }

  /** Never rejects. @param channel of the lists that have changed; all when left out. */
  async reload(channel?: string): Promise<void> {
    const changed = this.#lists.filter((list) => channel === undefined || list.channel === channel);
    await Promise.all(changed.map(({ loader }) => loader.reload()));
  }

  stop(): void {
    for (const { loader } of this.#lists) loader.stop();
  }
}
