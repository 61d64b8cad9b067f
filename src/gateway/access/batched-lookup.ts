import type { Logger } from 'pino';
import { setBounded } from '../bounded-map';

export interface BatchedLookupOptions {
  /** A value older than this is read again before it is used. */
  ttlMs: number;
  /** How long a known value is used while it cannot be read. */
  staleMs: number;
  maxEntries?: number;
}

interface Entry<V> {
  value: V | undefined;
  readAt: number;
  isStale: boolean;
}

interface Wanted<V> {
  promise: Promise<V | undefined>;
  resolve: (value: V | undefined) => void;
}

const MAX_ENTRIES = 20_000;
const MAX_BATCH = 500;
const BACKOFF_AFTER_FAILURE_MS = 2_000;

/**
 * Values of a source by key, absent ones included, in a bounded cache. One read is under way at a time and takes all
 * keys that were asked for meanwhile, so that a flood of new keys makes few queries.
 */
export class BatchedLookup<V> {
  /** Oldest first. */
  readonly #entries = new Map<string, Entry<V>>();
  #wanted = new Map<string, Wanted<V>>();
  #reading = new Map<string, Wanted<V>>();
  /** Keys that changed while they were being read: what comes of it may be outdated. */
  readonly #changed = new Set<string>();
  #isRunning = false;
  #backoffUntil = 0;

  constructor(
    private readonly what: string,
    private readonly read: (keys: string[]) => Promise<Map<string, V>>,
    private readonly options: BatchedLookupOptions,
    private readonly log: Logger,
    private readonly now: () => number = Date.now,
  ) {}

  get size(): number {
    return this.#entries.size;
  }

  /** @returns undefined also when it cannot be read and is not known. */
  get(key: string): V | undefined | Promise<V | undefined> {
    const entry = this.#entries.get(key);
    if (entry && !entry.isStale && this.now() - entry.readAt < this.options.ttlMs)
      return entry.value;
    if (this.#backoffUntil > this.now()) return this.#lastKnown(key);
    const reading = this.#changed.has(key) ? undefined : this.#reading.get(key);
    const running = reading ?? this.#wanted.get(key);
    if (running) return running.promise;
    const wanted = createWanted<V>();
    this.#wanted.set(key, wanted);
    void this.#run();
    return wanted.promise;
  }

  /** The next use reads again. @param matches which keys; all when left out. */
  invalidate(matches?: (key: string) => boolean): void {
    for (const [key, entry] of this.#entries) if (!matches || matches(key)) entry.isStale = true;
    for (const key of this.#reading.keys()) if (!matches || matches(key)) this.#changed.add(key);
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#wanted.size > 0) {
      const batch = [...this.#wanted].slice(0, MAX_BATCH);
      for (const [key] of batch) this.#wanted.delete(key);
      this.#reading = new Map(batch);
      if (this.#backoffUntil <= this.now()) await this.#readBatch([...this.#reading.keys()]);
      const read = this.#reading;
      this.#reading = new Map();
      this.#changed.clear();
      for (const [key, { resolve }] of read) resolve(this.#lastKnown(key));
    }
    this.#isRunning = false;
  }

  async #readBatch(keys: string[]): Promise<void> {
    const readAt = this.now();
    try {
      const values = await this.read(keys);
      for (const key of keys) this.#store(key, values.get(key), readAt);
    } catch (error) {
      this.#backoffUntil = this.now() + BACKOFF_AFTER_FAILURE_MS;
      this.log.warn({ err: error }, `${this.what} cannot be read`);
    }
  }

  #store(key: string, value: V | undefined, readAt: number): void {
    const entry = { value, readAt, isStale: this.#changed.has(key) };
    setBounded(this.#entries, key, entry, this.options.maxEntries ?? MAX_ENTRIES);
  }

  #lastKnown(key: string): V | undefined {
    const entry = this.#entries.get(key);
    const isRecent = entry && this.now() - entry.readAt < this.options.staleMs;
    return isRecent ? entry.value : undefined;
  }
}

function createWanted<V>(): Wanted<V> {
  let resolve: Wanted<V>['resolve'] = () => undefined;
  const promise = new Promise<V | undefined>((settle) => (resolve = settle));
  return { promise, resolve };
}
