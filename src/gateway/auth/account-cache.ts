import type { Fakeable, GatewayOptions } from '../gateway-options';
import type { Logger } from 'pino';
import { type AccountMeter, ProxyAccount } from '../meter/proxy-account';
import { ProxyError } from '../proxy-error';
import type { Credential, CredentialSource } from './credential';

export type AccountCacheOptions = Pick<
  GatewayOptions,
  | 'credentialTtlMs'
  | 'credentialTtlUnnotifiedMs'
  | 'credentialStaleMs'
  | 'negativeTtlMs'
  | 'maxCachedAccounts'
>;

const MAX_UNKNOWN = 10_000;
/** Backoff after a failed read; cached accounts are served meanwhile. */
const BACKOFF_AFTER_FAILURE_MS = 2_000;
const RELOAD_BATCH = 1_000;
/** Read attempts while change notifications for the proxy keep arriving. */
const MAX_ATTEMPTS = 3;

interface Read {
  number: number;
  startedAt: number;
}

/**
 * LRU cache of proxies by username, loaded on demand and bounded: least recently used accounts
 * are evicted first, never one with open connections or unsaved bytes. A proxy is reloaded when a
 * notification names it and after a TTL. While PostgreSQL is down a cached proxy keeps working for
 * `credentialStaleMs`.
 */
export class AccountCache {
  readonly #byUsername = new Map<string, ProxyAccount>();
  readonly #byProxyId = new Map<number, ProxyAccount>();
  readonly #unknown = new Map<string, number>();
  readonly #loading = new Map<string, Promise<ProxyAccount | null>>();
  /** Ids that changed while reads were in flight; those results may be outdated. */
  readonly #changes = new Map<number | undefined, number>();
  #changeCount = 0;
  /** Reads are numbered: results may arrive out of order, and the result of the latest read wins. */
  #readCount = 0;
  readonly #lastApplied = new WeakMap<ProxyAccount, number>();
  #backoffUntil = 0;
  #isRefreshing = false;
  #refresh: Promise<void> = Promise.resolve();
  /** Whether notifications arrive; without them live proxies are read much more often. */
  notified = false;

  constructor(
    private readonly source: Fakeable<CredentialSource>,
    private readonly options: AccountCacheOptions,
    private readonly log: Logger,
    private readonly meter?: AccountMeter,
    private readonly now: () => number = Date.now,
  ) {}

  get size(): number {
    return this.#byUsername.size;
  }

  accounts(): IterableIterator<ProxyAccount> {
    return this.#byProxyId.values();
  }

  get(proxyId: number): ProxyAccount | undefined {
    return this.#byProxyId.get(proxyId);
  }

  /** Whether this object is the cached account, which is metered and invalidated. */
  holds(account: ProxyAccount): boolean {
    return this.#byUsername.get(account.credential.username) === account;
  }

  /** @returns null when no proxy has this username. */
  async find(username: string): Promise<ProxyAccount | null> {
    const known = this.#byUsername.get(username);
    if (known) {
      this.#byUsername.delete(username);
      this.#byUsername.set(username, known);
      if (this.#isFresh(known)) return known;
    } else if ((this.#unknown.get(username) ?? 0) > this.now()) {
      return null;
    }
    try {
      return await this.#load(username);
    } catch (error) {
      if (known && this.now() - known.loadedAt < this.options.credentialStaleMs) return known;
      if (error instanceof ProxyError) throw error;
      this.log.warn({ err: error }, 'Credentials cannot be read');
      throw new ProxyError('UNAVAILABLE');
    }
  }

  /** Handles a change notification: one proxy, or (undefined) any. Live accounts are reloaded now. */
  async invalidate(proxyId?: number): Promise<void> {
    this.#changeCount++;
    if (this.#loading.size > 0) this.#changes.set(proxyId, this.#changeCount);
    this.#unknown.clear();
    const touched =
      proxyId === undefined ? [...this.#byProxyId.values()] : [this.#byProxyId.get(proxyId)];
    for (const account of touched) if (account) account.stale = true;
    await this.refreshLive();
  }

  /** Reloads stale proxies with open connections. Never rejects. */
  refreshLive(): Promise<void> {
    if (!this.#isRefreshing) this.#refresh = this.#refreshLive();
    return this.#refresh;
  }

  async #refreshLive(): Promise<void> {
    this.#isRefreshing = true;
    try {
      for (let due = this.#due(); due.length > 0; due = this.#due()) {
        // Cleared before the read, so that a notification during the read marks them again.
        for (const account of due) account.stale = false;
        if (!(await this.#tryReload(due))) return;
      }
    } finally {
      // Reset in the same tick that finds nothing due: an account that becomes due later starts a new refresh.
      this.#isRefreshing = false;
    }
  }

  #due(): ProxyAccount[] {
    if (this.#backoffUntil > this.now()) return [];
    return [...this.#byProxyId.values()]
      .filter((a) => a.connections.size > 0 && !this.#isFresh(a))
      .slice(0, RELOAD_BATCH);
  }

  async #tryReload(due: ProxyAccount[]): Promise<boolean> {
    try {
      await this.#reload(due);
      return true;
    } catch (error) {
      for (const account of due) account.stale = true;
      this.#startBackoff();
      this.log.warn({ err: error }, 'Credentials of open connections cannot be read');
      return false;
    }
  }

  async #reload(due: ProxyAccount[]): Promise<void> {
    const read = this.#beginRead();
    const rows = await this.source.findByProxyIds(due.map((a) => a.proxyId));
    const found = new Map(rows.map((row) => [row.proxyId, row]));
    for (const account of due) {
      if (this.#isSuperseded(account, read)) continue;
      const row = found.get(account.proxyId);
      if (row) this.#apply(account, row, read);
      else this.#remove(account);
    }
  }

  #beginRead(): Read {
    return { number: (this.#readCount += 1), startedAt: this.now() };
  }

  /** Whether the account was evicted or a later read was applied before this one finished. */
  #isSuperseded(account: ProxyAccount, { number }: Read): boolean {
    if (this.#byProxyId.get(account.proxyId) !== account) return true;
    return (this.#lastApplied.get(account) ?? 0) > number;
  }

  #isFresh(account: ProxyAccount): boolean {
    const { credentialTtlMs, credentialTtlUnnotifiedMs } = this.options;
    const ttl = this.notified ? credentialTtlMs : credentialTtlUnnotifiedMs;
    return !account.stale && this.now() - account.loadedAt < ttl;
  }

  #load(username: string): Promise<ProxyAccount | null> {
    if (this.#backoffUntil > this.now()) return Promise.reject(new ProxyError('UNAVAILABLE'));
    const running = this.#loading.get(username);
    if (running) return running;
    const load = this.#read(username).finally(() => {
      this.#loading.delete(username);
      if (this.#loading.size === 0) this.#changes.clear();
    });
    this.#loading.set(username, load);
    return load;
  }

  async #read(username: string): Promise<ProxyAccount | null> {
    for (let attempt = 1; ; attempt++) {
      const since = this.#changeCount;
      const read = this.#beginRead();
      let row: Credential | null;
      try {
        row = await this.source.findByUsername(username);
      } catch (error) {
        this.#startBackoff();
        throw error;
      }
      if (!row) return this.#handleMissing(username, since, read);
      const isOutdated = this.#isChangedSince(row.proxyId, since);
      if (isOutdated && attempt < MAX_ATTEMPTS) continue;
      return this.#store(row, read, isOutdated);
    }
  }

  #isChangedSince(proxyId: number, since: number): boolean {
    return [proxyId, undefined].some((id) => (this.#changes.get(id) ?? 0) > since);
  }

  #handleMissing(username: string, since: number, read: Read): ProxyAccount | null {
    const known = this.#byUsername.get(username);
    if (known && this.#isSuperseded(known, read)) return known;
    if (known) this.#remove(known);
    // A change notification during the read may concern this proxy: skip negative caching.
    if (since !== this.#changeCount) return null;
    if (this.#unknown.size >= MAX_UNKNOWN) this.#unknown.clear();
    this.#unknown.set(username, this.now() + this.options.negativeTtlMs);
    return null;
  }

  #store(row: Credential, read: Read, isOutdated: boolean): ProxyAccount {
    const known = this.#byProxyId.get(row.proxyId);
    if (known && this.#isSuperseded(known, read)) return known;
    if (known) {
      known.stale = isOutdated;
      this.#apply(known, row, read);
      return known;
    }
    const account = new ProxyAccount(row, read.startedAt, this.meter);
    account.stale = isOutdated;
    this.#lastApplied.set(account, read.number);
    this.#byUsername.set(row.username, account);
    this.#byProxyId.set(row.proxyId, account);
    this.#shrink();
    return account;
  }

  #apply(account: ProxyAccount, row: Credential, { number, startedAt }: Read): void {
    const before = account.credential.username;
    this.#lastApplied.set(account, number);
    account.apply(row, startedAt);
    if (before !== row.username && this.#byUsername.get(before) === account)
      this.#byUsername.delete(before);
    this.#byUsername.set(row.username, account);
  }

  #remove(account: ProxyAccount): void {
    account.cutAll('AUTH_FAILED');
    this.#byUsername.delete(account.credential.username);
    // Unsaved usage keeps the account; `evictRemoved` drops it after the flush.
    if (account.isIdle) this.#byProxyId.delete(account.proxyId);
  }

  /** Evicts proxies that were deleted from the database once their usage is saved. */
  evictRemoved(): void {
    for (const account of this.#byProxyId.values())
      if (account.isIdle && !this.holds(account)) this.#byProxyId.delete(account.proxyId);
  }

  #shrink(): void {
    let remaining = 32;
    for (const [username, account] of this.#byUsername) {
      if (this.#byUsername.size <= this.options.maxCachedAccounts || remaining-- === 0) return;
      this.#byUsername.delete(username);
      if (account.isIdle) this.#byProxyId.delete(account.proxyId);
      else this.#byUsername.set(username, account);
    }
  }

  #startBackoff(): void {
    this.#backoffUntil = this.now() + BACKOFF_AFTER_FAILURE_MS;
  }
}
