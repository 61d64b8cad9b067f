import type { Credential } from '../auth/credential';
import type { ProxyErrorReason } from '../proxy-error';

export type Direction = 'up' | 'down';

/** An open connection of a proxy that the proxy can cut. */
export interface OpenConnection {
  /** Password digest at authentication. */
  readonly digest: Buffer;
  cut(reason: ProxyErrorReason): void;
}

/** What one flush adds for one proxy. */
export interface UsageDelta {
  proxyId: number;
  up: number;
  down: number;
  requests: number;
}

/**
 * The state of one proxy in this process: its credential, its open connections and one byte counter
 * that all of them share, so that the quota holds over all of them together.
 *
 * Used = `committed` (what the database is known to hold, from every gateway) + what a flush is
 * writing + usage since. `committed` only grows: a late, older total is ignored.
 * During a flush only its own result is applied, since any other total may already include it.
 */
export class ProxyAccount {
  readonly connections = new Set<OpenConnection>();
  loadedAt: number;
  /** Set when a notification came: the next use reads the credential again. */
  stale = false;
  #credential: Credential;
  #committed: number;
  #pending: UsageDelta;
  #sending: UsageDelta | undefined;

  constructor(credential: Credential, loadedAt: number) {
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
    const sending = this.#sending;
    return (
      this.#committed +
      (sending ? sending.up + sending.down : 0) +
      this.#pending.up +
      this.#pending.down
    );
  }

  /** No open connections and no unsaved usage: can be evicted. */
  get isIdle(): boolean {
    return this.connections.size === 0 && !this.hasUnsaved;
  }

  get hasUnsaved(): boolean {
    return this.#sending !== undefined || !isEmpty(this.#pending);
  }

  /** Counts bytes that are about to pass; returns how many may. */
  take(direction: Direction, bytes: number): number {
    const limit = this.#credential.limitBytes;
    const allowed =
      limit === null ? bytes : Math.max(0, Math.min(bytes, Math.floor(limit - this.usedBytes)));
    this.#pending[direction] += allowed;
    return allowed;
  }

  countRequest(): void {
    this.#pending.requests++;
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
    if (!this.#sending) this.#committed = Math.max(this.#committed, credential.usedBytes);
    this.loadedAt = loadedAt;
    for (const connection of [...this.connections])
      if (!connection.digest.equals(credential.digest)) connection.cut('AUTH_FAILED');
    this.enforce(loadedAt);
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

  /** Moves usage since the last flush into the next one. Only when no flush is pending. */
  beginFlush(): UsageDelta | undefined {
    if (this.#sending || isEmpty(this.#pending)) return undefined;
    this.#sending = this.#pending;
    this.#pending = nothing(this.proxyId);
    return this.#sending;
  }

  /** @param total bytes the database holds for this proxy now, from all gateways. */
  endFlush(total: number): void {
    this.#committed = Math.max(this.#committed, total);
    this.#sending = undefined;
  }
}

const nothing = (proxyId: number): UsageDelta => ({ proxyId, up: 0, down: 0, requests: 0 });
const isEmpty = (d: UsageDelta) => d.up === 0 && d.down === 0 && d.requests === 0;
