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
 * Carries usage to the database, one batch at a time. A batch whose outcome is unknown is sent again
 * under the same name until it is known; what comes meanwhile waits for the next one. So nothing is
 * lost and nothing counts twice, and a quota holds across gateways to within one flush.
 */
export class UsageFlusher {
  /** A name of its own per start, so that replicas with the same id, or a clock set back, never clash. */
  readonly #gatewayId: string;
  #seq = Date.now() * 1000;
  #batch: UsageBatch | undefined;
  #accounts = new Map<number, ProxyAccount>();
  #running: Promise<boolean> | undefined;
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

  /** Saves what there is. @returns whether everything so far is saved; never rejects. */
  flush(): Promise<boolean> {
    this.#running ??= this.#flush().finally(() => (this.#running = undefined));
    return this.#running;
  }

  /** The last flush: tries until everything is saved or the time is over. */
  async flushUntil(deadline: number): Promise<boolean> {
    for (;;) {
      const isSaved = await this.flush();
      const isAllSaved = isSaved && [...this.accounts()].every((a) => !a.hasUnsaved);
      if (isAllSaved || Date.now() >= deadline) return isAllSaved;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async #flush(): Promise<boolean> {
    this.#batch ??= this.#collect();
    try {
      if (this.#batch) {
        const totals = await this.store.add(this.#batch);
        this.#settle(this.#batch, totals);
      }
      this.#lastSuccess = Date.now();
      await this.#clean();
      return true;
    } catch (error) {
      this.log.warn({ err: error }, 'Usage cannot be saved; it is kept and sent again');
      return false;
    }
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
