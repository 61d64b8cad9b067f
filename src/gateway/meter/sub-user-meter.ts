import { dayOf } from '../../common/time/calendar';
import type { SubUser } from '../auth/credential';
import type { ProxyErrorReason } from '../proxy-error';
import { BatchedLease, type LeaseTerm } from './lease';

/** What one batch adds for one sub-user; the same bytes are in the delta of its proxy. */
export interface SubUserDelta {
  id: number;
  up: number;
  down: number;
  requests: number;
  /** Lease to ask for, in bytes; 0 returns it. */
  wanted: number;
}

/** The state of one sub-user after a batch, in bytes. */
export interface SubUserSettlement {
  /** Reserved for this process; 0 without a limit. */
  lease: number;
  /** Left today and this month, with what is leased; null without a limit. */
  room: number | null;
}

/**
 * The limits of one sub-user in this process. It reserves bytes in the batches of its proxy and by the same rules, so
 * that a limit holds over all connections and gateways.
 */
export class SubUserMeter {
  /** Connections of this process. */
  open = 0;
  readonly lease: BatchedLease;
  #row: SubUser;
  #pending: SubUserDelta;
  /** The day in Lagos on which nothing was left: limits start again with the next. */
  #exhaustedOn: string | undefined;
  /** When the database last answered a batch, as `Date.now()`. */
  #settledAt = 0;

  /** @param hurry has the proxy's next batch sent now. */
  constructor(row: SubUser, readAt: number, term: LeaseTerm, hurry: () => void) {
    this.lease = new BatchedLease(term, hurry);
    this.#row = row;
    this.#pending = nothing(row.id);
    this.apply(row, readAt);
  }

  get id(): number {
    return this.#row.id;
  }

  get name(): string {
    return this.#row.name;
  }

  get digest(): Buffer {
    return this.#row.digest;
  }

  get #isLimited(): boolean {
    return this.#row.room !== null;
  }

  get isWaiting(): boolean {
    return this.lease.hasWaiting && this.open > 0;
  }

  /** Whether it can be forgotten: the row that it is made from again may be older than the end of its limits. */
  get isIdle(): boolean {
    const isUnused = this.open === 0 && !this.lease.isHeld && this.#exhaustedOn === undefined;
    return isUnused && !this.lease.isSending && isEmpty(this.#pending);
  }

  /** Whether a wait for more bytes is for its own lease, and not for that of the proxy. */
  get isDry(): boolean {
    return this.#isLimited && this.lease.left === 0;
  }

  /** @returns false when the row may be older than the end of its limits, and has to be read again. */
  apply(row: SubUser, readAt: number): boolean {
    this.#row = row;
    if (readAt < this.#settledAt) return this.#exhaustedOn === undefined;
    this.#setRoom(row.room, readAt);
    return true;
  }

  /** Reason why no more traffic may pass, if any. */
  refusal(now: number): ProxyErrorReason | undefined {
    if (this.#row.isSuspended) return 'PROXY_SUSPENDED';
    if (this.#exhaustedOn !== undefined && this.#exhaustedOn === dayOf(new Date(now)))
      return 'SUB_USER_LIMIT';
    return undefined;
  }

  /** @returns how many of the bytes its limits allow; they are reserved for it then. */
  take(bytes: number): number {
    if (!this.#isLimited) return bytes;
    const allowed = this.lease.take(bytes);
    if (this.lease.isLow) this.lease.ask();
    return allowed;
  }

  /** Bytes that were taken, and that the proxy did not let pass. */
  giveBack(bytes: number): void {
    if (this.#isLimited && bytes > 0) this.lease.giveBack(bytes);
  }

  /** Bytes that pass. */
  count(direction: 'up' | 'down', bytes: number): void {
    this.#pending[direction] += bytes;
  }

  /** A tunnel or a request begins: asks for a lease, so that it is there when the first bytes are. */
  countRequest(): void {
    this.#pending.requests++;
    if (this.#isLimited && !this.lease.isHeld) this.lease.ask();
  }

  /** Moves what came since the last batch into the next one. @returns undefined without anything. */
  beginFlush(): SubUserDelta | undefined {
    if (isEmpty(this.#pending) && !this.lease.isDue) return undefined;
    const batch = this.#pending;
    this.lease.beginBatch(batch, this.#isLimited);
    this.#pending = nothing(this.id);
    return batch;
  }

  /** @param settled undefined when the sub-user no longer exists. @returns whether its limits are reached. */
  endFlush(batch: SubUserDelta, settled: SubUserSettlement | undefined, now: number): boolean {
    const pending = this.#pending.up + this.#pending.down;
    const granted = settled && { lease: settled.lease, remaining: settled.room ?? Infinity };
    this.lease.endBatch(batch, granted, pending);
    if (settled) {
      this.#settledAt = now;
      this.#setRoom(settled.room, now);
    }
    if (!this.#isLimited || this.lease.isHeld) this.lease.retry();
    // Everybody who asked while the lease was being returned; nothing was asked for.
    if (this.isWaiting && batch.wanted === 0) this.lease.ask();
    return this.#exhaustedOn !== undefined;
  }

  #setRoom(room: number | null, at: number): void {
    this.#exhaustedOn = room !== null && room <= 0 ? dayOf(new Date(at)) : undefined;
  }
}

const nothing = (id: number): SubUserDelta => ({ id, up: 0, down: 0, requests: 0, wanted: 0 });
const isEmpty = (d: SubUserDelta) => d.up === 0 && d.down === 0 && d.requests === 0;
