import { MINUTE, SECOND } from '../../common/time/clock';

/** A process that has not settled for this long has lost its leases: the database may lease the bytes to others. */
export const LEASE_TTL_MS = 10 * SECOND;
/** The holder stops earlier, because the database counts from a later moment than it. */
const SAFETY_MS = SECOND;
const MIN_LEASE = 64 * 1024;
const MAX_LEASE = 64 * 1024 * 1024;
/** A lease is to last this long at the present rate, so that few round trips are needed. */
const LEASE_SECONDS = 2;
/**
 * Where more than this remains, a process that cannot reach the database goes on using its lease after its end: all
 * gateways together cannot reach the limit meanwhile, and customers outlast a failover.
 */
const FAR_FROM_END = 1024 * 1024 * 1024;
/** Ticks without traffic after which a lease is returned. */
const IDLE_TICKS = 2;
/** The shortest time that a rate is measured over, in milliseconds. */
const MIN_RATE_MS = 5;

/** Until when the leases of this process are its own for certain, as `performance.now()`. */
export class LeaseTerm {
  #until = 0;

  get isOver(): boolean {
    return performance.now() >= this.#until;
  }

  /** @param askedAt when the database was asked that has confirmed all leases. @returns whether they had ended before. */
  extend(askedAt: number): boolean {
    const hadEnded = askedAt >= this.#until;
    this.#until = askedAt + LEASE_TTL_MS - SAFETY_MS;
    return hadEnded;
  }
}

/** The bytes of one proxy's quota that this process has reserved and may relay. */
export class Lease {
  /** Reserved and not yet relayed. */
  #left = 0;
  /** As the database knows it. */
  #granted = 0;
  #isNearEnd = true;
  #usedSince = 0;
  #measuredFrom = 0;
  #rate = 0;
  #idleTicks = 0;
  #wasUsed = false;

  constructor(private readonly term: LeaseTerm) {}

  /** Whether the database reserves bytes for this process. */
  get isHeld(): boolean {
    return this.#granted > 0;
  }

  /** Whether it is time to ask for more. */
  get isLow(): boolean {
    return this.#left <= this.#granted / 2;
  }

  /** Bytes that may be relayed now. */
  get left(): number {
    return this.#isNearEnd && this.term.isOver ? 0 : this.#left;
  }

  /** @returns how many of the bytes may be relayed; they are used up then. */
  take(bytes: number): number {
    const { left } = this;
    const allowed = bytes < left ? bytes : left;
    this.#left -= allowed;
    this.#usedSince += allowed;
    this.#wasUsed = true;
    return allowed;
  }

  /** Bytes that were taken and not relayed. */
  giveBack(bytes: number): void {
    this.#left += bytes;
    this.#usedSince -= bytes;
  }

  /** Once per flush interval. @returns whether the lease has been idle for so long that it is to be returned. */
  tick(): boolean {
    this.#idleTicks = this.#wasUsed ? 0 : this.#idleTicks + 1;
    this.#wasUsed = false;
    return this.#granted > 0 && this.#idleTicks >= IDLE_TICKS;
  }

  /** @returns the size to ask for, in bytes: what the next seconds will need. */
  wanted(now = performance.now()): number {
    const ms = Math.max(MIN_RATE_MS, Math.min(now - this.#measuredFrom, MINUTE));
    const rate = (this.#usedSince / ms) * 1_000;
    this.#rate = Math.max(rate, (this.#rate + rate) / 2);
    this.#usedSince = 0;
    this.#measuredFrom = now;
    return Math.round(Math.min(MAX_LEASE, Math.max(MIN_LEASE, this.#rate * LEASE_SECONDS)));
  }

  /** Nothing more may be relayed from now on: the lease is being returned. */
  release(): void {
    this.#left = 0;
    this.#rate = 0;
  }

  /**
   * @param granted what the database reserves
   * @param used relayed since and not part of the batch that was granted for
   * @param remaining of the quota, with what is leased
   */
  grant(granted: number, used: number, remaining: number): void {
    this.#granted = granted;
    this.#left = Math.max(0, granted - used);
    this.#isNearEnd = remaining <= FAR_FROM_END;
  }

  /** The database may have leased the bytes to others. */
  lose(): void {
    this.#granted = 0;
    this.#left = 0;
  }
}

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

  /**
   * @param settled what is reserved now, and left of the limit; undefined without an owner of the limit any more.
   * @param pending bytes that are in no batch yet.
   */
  endBatch(
    batch: LeaseDelta,
    settled: { lease: number; remaining: number } | undefined,
    pending: number,
  ): void {
    this.#sending -= batch.up + batch.down;
    this.#batches--;
    if (settled) this.grant(settled.lease, this.#sending + pending, settled.remaining);
    else this.lose();
  }
}
