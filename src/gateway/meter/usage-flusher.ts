import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { HOUR } from '../../common/time/clock';
import type { ProxyAccount } from './proxy-account';
import type { UsageBatch, UsageStore } from './usage-store';

export interface FlusherOptions {
  gatewayId: string;
  flushMs: number;
  flushRetentionMs: number;
}

export interface FlushObserver {
  onFlushed(batch: UsageBatch, accounts: ReadonlyMap<number, ProxyAccount>): void;
}

/**
 * Writes usage to the database, one batch at a time. A batch of unknown outcome is retried
 * with the same id until it is known; newer usage waits for the next batch. So nothing is
 * lost and nothing counts twice, and a quota holds across gateways to within one flush.
 */
export class UsageFlusher {
  /** Unique per start, so that replicas with the same id, or a clock set back, do not collide. */
  readonly #gatewayId: string;
  #seq = Date.now() * 1000;
  #batch: UsageBatch | undefined;
  #accounts = new Map<number, ProxyAccount>();
  #running: Promise<boolean> | undefined;
  #next: Promise<boolean> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #lastSuccess = Date.now();
  #lastCleaning = 0;

  constructor(
    private readonly store: UsageStore,
    private readonly accounts: () => Iterable<ProxyAccount>,
    private readonly options: FlusherOptions,
    private readonly observer: FlushObserver,
    private readonly log: Logger,
  ) {
    this.#gatewayId = `${options.gatewayId}#${randomBytes(4).toString('hex')}`;
  }

  /** Milliseconds since everything was last saved. */
  get age(): number {
    return Date.now() - this.#lastSuccess;
  }

  start(): void {
    this.#timer = setInterval(() => void this.flush(), this.options.flushMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Saves what was counted until now. @returns whether all of it is saved; never rejects. */
  flush(): Promise<boolean> {
    // Also joins a flush that has just ended, or two would run concurrently.
    if (this.#next) return this.#next;
    if (!this.#running) return this.#run();
    // The running flush collected usage before this call: only the next one includes newer usage.
    this.#next = this.#running.then(() => {
      this.#next = undefined;
      return this.#run();
    });
    return this.#next;
  }

  /** Final flush: retries until all usage is saved or the deadline passes. */
  async flushUntil(deadline: number): Promise<boolean> {
    for (;;) {
      const isSaved = await this.flush();
      if (isSaved || Date.now() >= deadline) return isSaved;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  #run(): Promise<boolean> {
    this.#running = this.#flush().finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #flush(): Promise<boolean> {
    try {
      // A batch of unknown outcome keeps its id, so newer usage goes into a separate batch.
      if (this.#batch) await this.#send(this.#batch);
      this.#batch = this.#collect();
      if (this.#batch) await this.#send(this.#batch);
      this.#lastSuccess = Date.now();
      await this.#clean();
      return true;
    } catch (error) {
      this.log.warn({ err: error }, 'Usage cannot be saved; it is kept and sent again');
      return false;
    }
  }

  async #send(batch: UsageBatch): Promise<void> {
    this.#settle(batch, await this.store.add(batch));
  }

  #collect(): UsageBatch | undefined {
    const deltas = [];
    for (const account of this.accounts()) {
      const delta = account.beginFlush();
      if (!delta) continue;
      deltas.push(delta);
      this.#accounts.set(account.proxyId, account);
    }
    if (deltas.length === 0) return undefined;
    return { gatewayId: this.#gatewayId, seq: this.#seq++, at: new Date(), deltas };
  }

  #settle(batch: UsageBatch, totals: Map<number, number>): void {
    for (const [proxyId, account] of this.#accounts) account.endFlush(totals.get(proxyId) ?? 0);
    this.observer.onFlushed(batch, this.#accounts);
    this.#accounts = new Map();
    this.#batch = undefined;
  }

  async #clean(): Promise<void> {
    if (Date.now() - this.#lastCleaning < HOUR) return;
    this.#lastCleaning = Date.now();
    await this.store.forgetBatches(new Date(Date.now() - this.options.flushRetentionMs));
  }
}
