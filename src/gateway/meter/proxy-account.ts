import { isDeepStrictEqual } from 'node:util';
import type { ConnectionProtocol } from '../../common/gateway/gateway-messages';
import { type PlaceReach, reachesPlace } from '../../common/gateway/place-reach';
import type { Credential, Place } from '../auth/credential';
import type { ProxyErrorReason } from '../proxy-error';
import { BatchedLease, LeaseTerm } from './lease';
import { type SubUserDelta, SubUserMeter } from './sub-user-meter';
import {
  type Direction,
  hasTraffic,
  isEmpty,
  noUsage,
  trafficOf,
  type UsageDelta,
  type Settlement,
} from './usage-store';

/** What usage is counted by, besides its proxy. */
export interface UsageOrigin {
  readonly protocol: ConnectionProtocol;
  /** Whose password it was, other than the owner's. */
  readonly subUser?: SubUserMeter;
}

/** An open connection of a proxy that the proxy can cut. */
export interface OpenConnection extends UsageOrigin {
  /** Password digest at authentication; null when a password was not needed. */
  readonly digest: Buffer | null;
  /** Where it leaves. */
  readonly place?: Place;
  cut(reason: ProxyErrorReason): void;
}

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
  /** By id; those who have used it lately. */
  readonly #subUsers = new Map<number, SubUserMeter>();
  readonly lease: BatchedLease;
  loadedAt: number;
  /** Set when a notification came: the next use reads the credential again. */
  stale = false;
  /** Bytes relayed that neither the database nor the disk has. */
  unsaved = 0;
  #credential: Credential;
  #committed: number;
  #pending: UsageDelta;
  /** The most connections that were open at once since the last batch. */
  #peak = 0;

  constructor(
    credential: Credential,
    loadedAt: number,
    private readonly meter: AccountMeter = NO_METER,
  ) {
    this.lease = new BatchedLease(meter.term, () => meter.hurry(this));
    this.#credential = credential;
    this.#committed = credential.usedBytes;
    this.loadedAt = loadedAt;
    this.#pending = noUsage(credential.proxyId);
  }

  get credential(): Credential {
    return this.#credential;
  }

  get proxyId(): number {
    return this.#credential.proxyId;
  }

  get usedBytes(): number {
    return this.#committed + this.lease.sending + this.#pending.up + this.#pending.down;
  }

  /** No open connections, no unsaved usage and no lease: can be evicted. */
  get isIdle(): boolean {
    return this.connections.size === 0 && !this.hasUnsaved && !this.holdsLease;
  }

  get hasUnsaved(): boolean {
    return this.lease.isSending || !isEmpty(this.#pending);
  }

  /** Whether the database reserves bytes of it or of a sub-user for this process. */
  get holdsLease(): boolean {
    return this.lease.isHeld || some(this.#subUsers, (subUser) => subUser.lease.isHeld);
  }

  /** The digest of the password that goes with a username. @param name of a sub-user; the owner's when left out. */
  digestOf(name: string | undefined): Buffer | undefined {
    return name === undefined
      ? this.#credential.digest
      : this.#credential.subUsers.get(name)?.digest;
  }

  /** @returns undefined when there is none of the name. */
  subUser(name: string): SubUserMeter | undefined {
    const row = this.#credential.subUsers.get(name);
    const known = row && this.#subUsers.get(row.id);
    if (!row || known) return known;
    const subUser = new SubUserMeter(row, this.loadedAt, this.meter.term, () =>
      this.meter.hurry(this),
    );
    this.#subUsers.set(row.id, subUser);
    return subUser;
  }

  /** Counts bytes that are about to pass, also for the sub-user whose they are; returns how many may now. */
  take(direction: Direction, bytes: number, origin?: UsageOrigin): number {
    const subUser = origin?.subUser;
    if (!subUser) return this.#take(direction, bytes, origin);
    const reserved = subUser.take(bytes);
    const allowed = this.#take(direction, reserved, origin);
    subUser.giveBack(reserved - allowed);
    subUser.count(direction, allowed);
    return allowed;
  }

  #take(direction: Direction, bytes: number, origin: UsageOrigin | undefined): number {
    let allowed = bytes;
    if (this.#credential.limitBytes !== null) {
      allowed = this.lease.take(bytes);
      if (this.lease.isLow) this.lease.ask();
    }
    if (allowed === 0) return 0;
    if (!this.meter.admit(this, allowed)) {
      if (this.#credential.limitBytes !== null) this.lease.giveBack(allowed);
      return 0;
    }
    this.unsaved += allowed;
    if (isEmpty(this.#pending)) this.meter.note(this);
    this.#pending[direction] += allowed;
    if (origin) trafficOf(this.#pending, origin.protocol)[direction] += allowed;
    return allowed;
  }

  /**
   * A tunnel or a request begins: asks for a lease, so that it is there when the first bytes are.
   * @param open connections of the proxy at this gateway, with those of its other processes.
   */
  countRequest(origin?: UsageOrigin, open = this.connections.size): void {
    if (isEmpty(this.#pending)) this.meter.note(this);
    this.#pending.requests++;
    if (origin) trafficOf(this.#pending, origin.protocol).requests++;
    this.#peak = Math.max(this.#peak, open);
    origin?.subUser?.countRequest();
    if (this.#credential.limitBytes !== null && !this.lease.isHeld) this.lease.ask();
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
    const { reach: before } = this.#credential;
    this.#credential = credential;
    if (!this.lease.isSending) this.#committed = Math.max(this.#committed, credential.usedBytes);
    this.loadedAt = loadedAt;
    for (const row of credential.subUsers.values())
      if (this.#subUsers.get(row.id)?.apply(row, loadedAt) === false) this.stale = true;
    for (const connection of [...this.connections])
      if (!this.#isStillRight(connection)) connection.cut('AUTH_FAILED');
    this.#keepWithin(credential.reach, before);
    this.enforce(loadedAt);
    this.lease.retry();
    for (const subUser of this.#subUsers.values()) subUser.lease.retry();
  }

  /** Whether the password that a connection began with is still the one of its username. */
  #isStillRight({ digest, subUser }: OpenConnection): boolean {
    if (digest === null) return true;
    // Somebody of the same name may have taken the place of the one that it belongs to.
    if (subUser && this.#credential.subUsers.get(subUser.name)?.id !== subUser.id) return false;
    return this.digestOf(subUser?.name)?.equals(digest) ?? false;
  }

  /** Cuts what leaves where the traffic may not leave any more; at a random place that is not known. */
  #keepWithin(reach: PlaceReach | null, before: PlaceReach | null): void {
    if (reach === null || this.connections.size === 0 || isDeepStrictEqual(reach, before)) return;
    for (const connection of [...this.connections]) {
      const { place } = connection;
      if (place && (place.country === 'zz' || !reachesPlace(reach, place)))
        connection.cut('PLACE_NOT_INCLUDED');
    }
  }

  /** Ends every connection once the proxy is suspended, expired or over quota. */
  enforce(now: number): void {
    if (this.connections.size === 0) return;
    const reason = this.refusal(now);
    if (reason) return this.cutAll(reason);
    if (this.#subUsers.size > 0)
      for (const connection of [...this.connections]) {
        const own = connection.subUser?.refusal(now);
        if (own) connection.cut(own);
      }
  }

  cutAll(reason: ProxyErrorReason): void {
    for (const connection of [...this.connections]) connection.cut(reason);
  }

  /** Relays nothing more on its leases, which the next batch returns. */
  returnLease(): this {
    this.lease.startReturn();
    for (const subUser of this.#subUsers.values())
      if (subUser.lease.isHeld) subUser.lease.startReturn();
    return this;
  }

  /** Once per flush interval: returns what has been idle for too long. @returns whether the next batch returns something. */
  returnIdleLeases(): boolean {
    let returns = false;
    for (const subUser of this.#subUsers.values())
      if (subUser.lease.tick()) {
        subUser.lease.startReturn();
        returns = true;
      }
    if (!this.lease.tick()) return returns;
    this.returnLease();
    return true;
  }

  /** The database may have leased the bytes to others. @returns whether the next batch has something to return. */
  loseLeases(): boolean {
    this.lease.lose();
    const held = [...this.#subUsers.values()].filter((subUser) => subUser.lease.isHeld);
    for (const subUser of held) subUser.lease.loseAndReturn();
    return held.length > 0;
  }

  /** Moves usage since the last batch into the next one, with the lease to ask for. @returns undefined without either. */
  beginFlush(): UsageDelta | undefined {
    const subUsers = this.#subUsers.size > 0 ? this.#beginSubUsers() : [];
    if (isEmpty(this.#pending) && !this.lease.isDue && subUsers.length === 0) return undefined;
    const batch = this.#pending;
    if (subUsers.length > 0) batch.subUsers = subUsers;
    const peak = Math.max(this.#peak, this.connections.size);
    if (peak > 0) batch.peak = peak;
    this.#peak = 0;
    const isUsed = this.lease.isDue || this.lease.isHeld || hasTraffic(batch);
    this.lease.beginBatch(batch, this.#credential.limitBytes !== null && isUsed);
    this.#pending = noUsage(this.proxyId);
    return batch;
  }

  /** @param settled undefined when the proxy no longer exists. */
  endFlush(batch: UsageDelta, settled: Settlement | undefined): void {
    const { limitBytes } = this.#credential;
    const pending = this.#pending.up + this.#pending.down;
    const remaining = (limitBytes ?? Infinity) - (settled?.used ?? 0);
    this.lease.endBatch(batch, settled && { lease: settled.lease, remaining }, pending);
    if (settled) this.#committed = Math.max(this.#committed, settled.used);
    if (limitBytes === null || this.lease.isHeld) this.lease.retry();
    else this.enforce(Date.now());
    if (batch.subUsers) this.#endSubUsers(batch.subUsers, settled);
    // Everybody who asked while the lease was being returned; nothing was asked for.
    if (this.isWaiting && batch.wanted === 0) this.lease.ask();
  }

  #beginSubUsers(): SubUserDelta[] {
    const deltas: SubUserDelta[] = [];
    for (const subUser of this.#subUsers.values()) {
      const delta = subUser.beginFlush();
      if (delta) deltas.push(delta);
    }
    return deltas;
  }

  #endSubUsers(deltas: SubUserDelta[], settled: Settlement | undefined): void {
    const now = Date.now();
    for (const delta of deltas) {
      const subUser = this.#subUsers.get(delta.id);
      const isExhausted = subUser?.endFlush(delta, settled?.subUsers?.get(delta.id), now);
      if (subUser?.isIdle) this.#subUsers.delete(delta.id);
      if (isExhausted) this.enforce(now);
    }
  }

  /** Whether an open connection waits for bytes that have not been granted. */
  get isWaiting(): boolean {
    return this.lease.hasWaiting && this.connections.size > 0;
  }

  /** Whether somebody waits for bytes that other processes hold. */
  get waitsForOthers(): boolean {
    return (
      (this.isWaiting && !this.lease.isHeld) ||
      some(this.#subUsers, (subUser) => subUser.isWaiting && !subUser.lease.isHeld)
    );
  }

  /** Asks again, for those who wait. */
  askAgain(): void {
    if (this.isWaiting) this.lease.ask();
    for (const subUser of this.#subUsers.values()) if (subUser.isWaiting) subUser.lease.ask();
  }
}

function some(
  subUsers: ReadonlyMap<number, SubUserMeter>,
  matches: (subUser: SubUserMeter) => boolean,
): boolean {
  for (const subUser of subUsers.values()) if (matches(subUser)) return true;
  return false;
}
