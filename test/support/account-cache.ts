import { pino } from 'pino';
import { AccountCache } from '../../src/gateway/auth/account-cache';
import type { Credential, CredentialSource } from '../../src/gateway/auth/credential';
import { createCredential } from './credential';

const OPTIONS = {
  credentialTtlMs: 30_000,
  credentialTtlUnnotifiedMs: 3_000,
  credentialStaleMs: 600_000,
  negativeTtlMs: 5_000,
  maxCachedAccounts: 3,
};

/** In-memory credential source with controllable results and timing. */
class Source implements Pick<CredentialSource, keyof CredentialSource> {
  rows = new Map<number, Credential>();
  queries: (string | number[])[] = [];
  isDown = false;
  beforeAnswer: () => void = () => undefined;
  /** Pending queries wait for this promise while it is set. */
  hold: Promise<void> | undefined;

  put(proxyId: number, more: Partial<Credential> = {}): void {
    this.rows.set(proxyId, createCredential({ proxyId, username: `u${proxyId}`, ...more }));
  }
  async findByUsername(username: string) {
    this.queries.push(username);
    if (this.isDown) throw new Error('down');
    const row = [...this.rows.values()].find((r) => r.username === username) ?? null;
    await (this.hold ?? Promise.resolve());
    this.beforeAnswer();
    return row;
  }
  async findByProxyIds(proxyIds: number[]) {
    this.queries.push(proxyIds);
    if (this.isDown) throw new Error('down');
    const rows = proxyIds.flatMap((id) => this.rows.get(id) ?? []);
    await (this.hold ?? Promise.resolve());
    this.beforeAnswer();
    return rows;
  }
}

/** An account cache of at most three accounts with its own source, and a clock that only the test advances. */
export function createAccountCache() {
  const source = new Source();
  const clock = { now: 1_000_000 };
  const cache = new AccountCache(source, OPTIONS, pino({ level: 'silent' }), undefined, () => {
    return clock.now;
  });
  cache.notified = true;
  return { source, clock, cache };
}
