import type { Credential } from '../auth/credential';
import type { ProxyErrorReason } from '../proxy-error';
import { Lease, LeaseTerm } from './lease';
import type { Settlement } from './usage-store';

export type Direction = 'up' | 'down';

/** An open connection of a proxy that the proxy can cut. */
export interface OpenConnection {
  /** Password digest at authentication; null when a password was not needed. */
  readonly digest: Buffer | null;
  cut(reason: ProxyErrorReason): void;
}

/** What one batch adds for one proxy. */
export interface UsageDelta {
  proxyId: number;
  up: number;
  down: number;
  requests: number;
  /** Refused requests and tunnels by reason; missing without any. */
  failures?: FailureCounts;
  /** Lease to ask for, in bytes; 0 returns it. */
  wanted: number;
}

export type FailureCounts = Partial<Record<ProxyErrorReason, number>>;

/** What an account needs of the process that saves its usage. */
export interface AccountMeter {
  readonly term: LeaseTerm;
  /** There is something to save, within a flush interval. */
  note(account: ProxyAccount): void;
  /** There is something to save or to lease, now. */
  hurry(account: ProxyAccount): void;
  /** Counts bytes that neither the database nor the disk has. @returns whether so many may pass. */
  admit(account: ProxyAccount, bytes: number): boolean;
}

const NO_METER: AccountMeter = {
  term: new LeaseTerm(),
  note: () => undefined,
  hurry: () => undefined,
  admit: () => true,
};

/**
 * The state of one proxy in this process: its credential, its open connections and one byte counter and one lease that
 * all of them share, so that the quota holds over all of them together, and by leases over all gateways.
 *
 * Used = `committed` (what the database is known to hold, from every gateway) + what batches on their way hold + usage
 * since. `committed` only grows: a late, older total is ignored. While a batch is on its way only its own result is
 * applied, since any other total may already include it.
 */
export class ProxyAccount {
  readonly connections = new Set<OpenConnection>();
  readonly lease: Lease;
  loadedAt: number;
  /** Set when a notification came: the next use reads the credential again. */
  stale = false;
  /** Bytes relayed that neither the database nor the disk has. */
  unsaved = 0;
  #credential: Credential;
  #committed: number;
  #pending: UsageDelta;
  #sending = 0;
  #batches = 0;
  #hasAsked = false;
  #isReturning = false;
  #waiting: (() => void)[] = [];

  constructor(
    credential: Credential,
    loadedAt: number,
    private readonly meter: AccountMeter = NO_METER,
  ) {
    this.lease = new Lease(meter.term);
    this.#credential = credential;
    this.#committed = credential.usedBytes;
    this.loadedAt = loadedAt;
    this.#pending = nothing(credential.proxyId);
  }

  get credential(): Credential {
    return this.#credential;
  }

  get proxyId(): number {
    return this.#credential.proxyId;
  }

  get usedBytes(): number {
    return this.#committed + this.#sending + this.#pending.up + this.#pending.down;
  }

  /** No open connections, no unsaved usage and no lease: can be evicted. */
  get isIdle(): boolean {
    return this.connections.size === 0 && !this.hasUnsaved && !this.lease.isHeld;
  }

  get hasUnsaved(): boolean {
    return this.#batches > 0 || !isEmpty(this.#pending);
  }

  /** Counts bytes that are about to pass; returns how many may now. */
  take(direction: Direction, bytes: number): number {
    let allowed = bytes;
    if (this.#credential.limitBytes !== null) {
      allowed = this.lease.take(bytes);
      if (this.lease.isLow) this.#ask();
    }
    if (allowed === 0) return 0;
    if (!this.meter.admit(this, allowed)) {
      if (this.#credential.limitBytes !== null) this.lease.giveBack(allowed);
      return 0;
    }
    this.unsaved += allowed;
    if (isEmpty(this.#pending)) this.meter.note(this);
    this.#pending[direction] += allowed;
    return allowed;
  }

  /** Calls back once when `take` may allow more; unless the quota is used up, which cuts every connection. */
  onMore(resume: () => void): void {
    this.#waiting.push(resume);
    this.#ask();
  }

  /** A tunnel or a request begins: asks for a lease, so that it is there when the first bytes are. */
  countRequest(): void {
    if (isEmpty(this.#pending)) this.meter.note(this);
    this.#pending.requests++;
    if (this.#credential.limitBytes !== null && !this.lease.isHeld) this.#ask();
  }

  /** A request or a tunnel of it was refused. */
  countFailure(reason: ProxyErrorReason): void {
    if (isEmpty(this.#pending)) this.meter.note(this);
    const failures = (this.#pending.failures ??= {});
    failures[reason] = (failures[reason] ?? 0) + 1;
  }

  /** Reason why no more traffic may pass, if any. */
  refusal(now: number): ProxyErrorReason | undefined {
    const { status, expiresAt, limitBytes } = this.#credential;
    if (status === 'suspended') return 'PROXY_SUSPENDED';
    if (status === 'expired' || expiresAt <= now) return 'PROXY_EXPIRED';
    if (limitBytes !== null && this.usedBytes >= limitBytes) return 'QUOTA_EXCEEDED';
    return undefined;
  }

  /** Applies a newly read credential and cuts connections it no longer allows. @param loadedAt also the present. */
  apply(credential: Credential, loadedAt: number): void {
    this.#credential = credential;
    if (this.#batches === 0) this.#committed = Math.max(this.#committed, credential.usedBytes);
    this.loadedAt = loadedAt;
    for (const connection of [...this.connections])
      if (connection.digest?.equals(credential.digest) === false) connection.cut('AUTH_FAILED');
    this.enforce(loadedAt);
    this.retry();
  }

  /** Ends every connection once the proxy is suspended, expired or over quota. */
  enforce(now: number): void {
    if (this.connections.size === 0) return;
    const reason = this.refusal(now);
    if (reason) this.cutAll(reason);
  }

  cutAll(reason: ProxyErrorReason): void {
    for (const connection of [...this.connections]) connection.cut(reason);
  }

  /** Relays nothing more on its lease, which the next batch returns. */
  returnLease(): this {
    this.#isReturning = true;
    this.lease.release();
    return this;
  }

  /** Moves usage since the last batch into the next one, with the lease to ask for. @returns undefined without either. */
  beginFlush(): UsageDelta | undefined {
    const isReturning = this.#isReturning && this.#waiting.length === 0;
    if (isEmpty(this.#pending) && !this.#hasAsked && !this.#isReturning) return undefined;
    const batch = this.#pending;
    const needsLease =
      this.#hasAsked || this.#isReturning || this.lease.isHeld || hasTraffic(batch);
    const isMetered = this.#credential.limitBytes !== null;
    batch.wanted = isMetered && needsLease && !isReturning ? this.lease.wanted() : 0;
    this.#pending = nothing(this.proxyId);
    this.#sending += batch.up + batch.down;
    this.#batches++;
    this.#hasAsked = false;
    this.#isReturning = false;
    return batch;
  }

  /** @param settled undefined when the proxy no longer exists. */
  endFlush(batch: UsageDelta, settled: Settlement | undefined): void {
    this.#sending -= batch.up + batch.down;
    this.#batches--;
    const { limitBytes } = this.#credential;
    if (!settled) this.lease.lose();
    else {
      this.#committed = Math.max(this.#committed, settled.used);
      const since = this.#sending + this.#pending.up + this.#pending.down;
      this.lease.grant(settled.lease, since, (limitBytes ?? Infinity) - settled.used);
    }
    if (limitBytes === null || this.lease.isHeld) this.retry();
    else this.enforce(Date.now());
    // Everybody who asked while the lease was being returned; nothing was asked for.
    if (this.isWaiting && batch.wanted === 0) this.#ask();
  }

  /** Lets everybody who waits try again. */
  retry(): void {
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resume of waiting) resume();
  }

  /** Whether an open connection waits for bytes that have not been granted. */
  get isWaiting(): boolean {
    return this.#waiting.length > 0 && this.connections.size > 0;
  }

  /** Asks again, for those who wait. */
  askAgain(): void {
    if (this.isWaiting) this.#ask();
  }

  /** A batch on its way asks already; `endFlush` asks again for those who still wait. */
  #ask(): void {
    if (this.#hasAsked || this.#batches > 0) return;
    this.#hasAsked = true;
    this.meter.hurry(this);
  }
}

const nothing = (proxyId: number): UsageDelta => ({
  proxyId,
  up: 0,
  down: 0,
  requests: 0,
  wanted: 0,
});
const hasTraffic = (d: UsageDelta) => d.up > 0 || d.down > 0 || d.requests > 0;
const isEmpty = (d: UsageDelta) => !hasTraffic(d) && d.failures === undefined;
