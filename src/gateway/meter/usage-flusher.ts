import type { Fakeable, GatewayOptions } from '../gateway-options';
import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { HOUR } from '../../common/time/clock';
import { SingleFlight } from '../single-flight';
import { LeaseTerm } from './lease';
import type { AccountMeter, ProxyAccount } from './proxy-account';
import type { UsageDelta, Settlement, UsageBatch, UsageStore } from './usage-store';
import type { UsageSpool } from './usage-spool';

export type FlusherOptions = Pick<
  GatewayOptions,
  'flushMs' | 'flushRetentionMs' | 'unsavedMaxBytes' | 'unsavedMaxTotalBytes'
> & { gatewayId: string };

export interface FlushObserver {
  onFlushed(batch: UsageBatch, accounts: ReadonlyMap<number, ProxyAccount>): void;
}

/** Before an account that waits for what other gateways hold asks again. */
const ASK_AGAIN_MS = 100;

interface Queued {
  batch: UsageBatch;
  accounts: Map<number, ProxyAccount>;
  /** Whether the disk has it. */
  isSpooled: boolean;
}

/**
 * Saves usage and leases quotas: one batch at a time, every second and sooner for an account in a hurry. A batch of
 * unknown outcome is sent again with its number until the outcome is known; newer usage waits for the next. So nothing
 * is lost and nothing counts twice. What the database does not take in time goes to the spool, which survives a crash.
 */
export class UsageFlusher implements AccountMeter {
  readonly term = new LeaseTerm();
  /** Unique per start, so that processes with the same id, or a clock set back, do not collide. */
  readonly holder: string;
  #seq = Date.now() * 1000;
  /** In the order of their numbers. */
  #queue: Queued[] = [];
  #noted = new Set<ProxyAccount>();
  readonly #holding = new Set<ProxyAccount>();
  #unsaved = 0;
  readonly #flushing = new SingleFlight(() => this.#flush());
  #timer: NodeJS.Timeout | undefined;
  #isHurrying = false;
  #isStopping = false;
  #sentAt: number | undefined;
  #lastSuccess = Date.now();
  #lastCleaning = 0;

  constructor(
    private readonly store: Fakeable<UsageStore>,
    private readonly options: FlusherOptions,
    private readonly observer: FlushObserver,
    private readonly log: Logger,
    private readonly spool?: UsageSpool,
  ) {
    this.holder = `${options.gatewayId}#${randomBytes(4).toString('hex')}`;
  }

  /** Milliseconds since everything was last saved. */
  get age(): number {
    return Date.now() - this.#lastSuccess;
  }

  /** Bytes that neither the database nor the disk has. */
  get unsaved(): number {
    return this.#unsaved;
  }

  start(): void {
    this.#timer = setInterval(() => this.#tick(), this.options.flushMs);
    void this.spool?.replay(this.holder, this.store);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.spool?.stop();
  }

  note(account: ProxyAccount): void {
    this.#noted.add(account);
  }

  hurry(account: ProxyAccount): void {
    this.#noted.add(account);
    if (this.#isHurrying) return;
    this.#isHurrying = true;
    // Whoever hurries in the same tick shares the batch.
    setImmediate(() => {
      this.#isHurrying = false;
      void this.flush();
    });
  }

  admit(account: ProxyAccount, bytes: number): boolean {
    const { unsavedMaxBytes, unsavedMaxTotalBytes } = this.options;
    const unsaved = account.unsaved + bytes;
    if (unsaved > unsavedMaxBytes || this.#unsaved + bytes > unsavedMaxTotalBytes) {
      if (!this.#secure() && account.unsaved > 0) return false;
    } else if (unsaved > unsavedMaxBytes / 2 && account.unsaved <= unsavedMaxBytes / 2) {
      this.hurry(account);
    }
    this.#unsaved += bytes;
    return true;
  }

  /** Saves what was counted until now. @returns whether all of it is saved; never rejects. */
  flush(): Promise<boolean> {
    return this.#flushing.run();
  }

  /**
   * Final flush, which returns all leases: retries until all usage is saved or the deadline passes.
   * @returns whether all usage is saved, or in the spool.
   */
  async flushUntil(deadline: number): Promise<boolean> {
    this.#isStopping = true;
    for (;;) {
      const isSaved = await this.flush();
      if (isSaved || Date.now() >= deadline) {
        const isKept = isSaved || this.#secure();
        this.spool?.close();
        return isKept;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  #tick(): void {
    for (const account of this.#holding) {
      if (!account.holdsLease) this.#holding.delete(account);
      else if (account.returnIdleLeases()) this.#noted.add(account);
    }
    const isLate =
      this.#sentAt !== undefined && performance.now() - this.#sentAt > this.options.flushMs;
    if (isLate) this.#secure();
    void this.flush();
  }

  async #flush(): Promise<boolean> {
    this.#sentAt ??= performance.now();
    try {
      // Batches of unknown outcome keep their numbers, so newer usage goes into another.
      while (this.#queue[0]) await this.#send(this.#queue[0]);
      const next = this.#collect() ?? this.#heartbeat();
      if (next) await this.#send(next);
      this.#sentAt = undefined;
      if (this.#queue.length === 0) this.spool?.clear();
      this.#lastSuccess = Date.now();
      await this.#clean();
      return true;
    } catch (error) {
      this.log.warn({ err: error }, 'Usage cannot be saved; it is kept and sent again');
      return false;
    }
  }

  async #send(queued: Queued): Promise<void> {
    const askedAt = performance.now();
    const settled = await this.store.settle(queued.batch);
    this.#queue.shift();
    this.#settle(queued, settled, askedAt);
  }

  #settle(queued: Queued, settled: Map<number, Settlement>, askedAt: number): void {
    const { batch, accounts } = queued;
    this.#release(queued);
    const hadEnded = this.term.extend(askedAt);
    // Those in the batch are granted anew below.
    if (hadEnded)
      for (const account of this.#holding) if (account.loseLeases()) this.#noted.add(account);
    for (const delta of batch.deltas) {
      const account = accounts.get(delta.proxyId)!;
      account.endFlush(delta, settled.get(delta.proxyId));
      if (account.holdsLease) this.#holding.add(account);
      if (account.waitsForOthers) setTimeout(() => account.askAgain(), ASK_AGAIN_MS).unref();
    }
    this.observer.onFlushed(batch, accounts);
  }

  /** Puts what is new into a batch at the end of the queue. */
  #collect(): Queued | undefined {
    const deltas: UsageDelta[] = [];
    const accounts = new Map<number, ProxyAccount>();
    if (this.#isStopping)
      for (const account of this.#holding) this.#noted.add(account.returnLease());
    const noted = this.#noted;
    this.#noted = new Set();
    for (const account of noted) {
      const delta = account.beginFlush();
      if (!delta) continue;
      deltas.push(delta);
      accounts.set(account.proxyId, account);
    }
    return deltas.length === 0 ? undefined : this.#enqueue(deltas, accounts);
  }

  /** Tells the database that this process still holds its leases. */
  #heartbeat(): Queued | undefined {
    return this.#holding.size === 0 ? undefined : this.#enqueue([], new Map());
  }

  #enqueue(deltas: UsageDelta[], accounts: Map<number, ProxyAccount>): Queued {
    const batch = { gatewayId: this.holder, seq: this.#seq++, at: new Date(), deltas };
    const queued = { batch, accounts, isSpooled: false };
    this.#queue.push(queued);
    return queued;
  }

  /** Writes everything that is not saved to the disk. @returns whether it is there. */
  #secure(): boolean {
    if (!this.spool) return false;
    this.#collect();
    const missing = this.#queue.filter((queued) => !queued.isSpooled);
    if (missing.length === 0) return true;
    if (
      !this.spool.append(
        this.holder,
        missing.map(({ batch }) => batch),
      )
    )
      return false;
    for (const queued of missing) {
      this.#release(queued);
      queued.isSpooled = true;
    }
    return true;
  }

  /** The batch is durable now, for the first time. */
  #release({ batch, accounts, isSpooled }: Queued): void {
    if (isSpooled) return;
    for (const { proxyId, up, down } of batch.deltas) {
      accounts.get(proxyId)!.unsaved -= up + down;
      this.#unsaved -= up + down;
    }
  }

  async #clean(): Promise<void> {
    if (Date.now() - this.#lastCleaning < HOUR) return;
    this.#lastCleaning = Date.now();
    await this.store.forgetHolders(new Date(Date.now() - this.options.flushRetentionMs));
  }
}
