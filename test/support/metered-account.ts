import type { Fakeable } from '../../src/gateway/gateway-options';
import { pino } from 'pino';
import type { Credential } from '../../src/gateway/auth/credential';
import { LiveConnection } from '../../src/gateway/meter/live-connection';
import { ProxyAccount } from '../../src/gateway/meter/proxy-account';
import { UsageFlusher } from '../../src/gateway/meter/usage-flusher';
import type { UsageSpool } from '../../src/gateway/meter/usage-spool';
import { type Settlement, type UsageBatch, UsageStore } from '../../src/gateway/meter/usage-store';
import { createCredential } from './credential';

/** Of a proxy with a quota of 1,000 bytes. */
export const credential = (more: Partial<Credential> = {}): Credential =>
  createCredential({ limitBytes: 1_000, ...more });

/** Stores and leases like the database; can lose the result or fail. */
export class MemoryLedger implements Fakeable<UsageStore> {
  total = 0;
  /** Bytes of the quota that other gateways hold. */
  others = 0;
  limit = 1_000;
  names: string[] = [];
  wanted: number[] = [];
  failure: 'none' | 'lost answer' | 'down' = 'none';
  settle({ gatewayId, seq, deltas }: UsageBatch): Promise<Map<number, Settlement>> {
    if (this.failure === 'down') return Promise.reject(new Error('down'));
    const name = `${gatewayId}/${seq}`;
    if (!this.names.includes(name)) {
      this.names.push(name);
      for (const d of deltas) this.total += d.up + d.down;
      this.wanted.push(...deltas.map((d) => d.wanted));
    }
    if (this.failure === 'lost answer') return Promise.reject(new Error('connection reset'));
    const room = Math.max(0, this.limit - this.total - this.others);
    return Promise.resolve(
      new Map(
        deltas.map((d) => [
          d.proxyId,
          { used: this.total, lease: Math.min(d.wanted, room), heldByOthers: this.others },
        ]),
      ),
    );
  }
  check = () => Promise.resolve();
  forgetHolders = () => Promise.resolve();
}

export const OPTIONS = {
  gatewayId: 'g',
  flushMs: 1_000,
  flushRetentionMs: 1_000,
  unsavedMaxBytes: 10_000,
  unsavedMaxTotalBytes: 50_000,
};

/** A flusher on a `MemoryLedger`, with one account. */
export function setUp(more: Partial<Credential> = {}, spool?: UsageSpool) {
  const store = new MemoryLedger();
  const observer = { onFlushed: () => undefined };
  const flusher = new UsageFlusher(store, OPTIONS, observer, pino({ level: 'silent' }), spool);
  const account = new ProxyAccount(credential(more), 0, flusher);
  return { account, store, flusher };
}

/** An open connection of the account, and what has cut it. */
export function connect(account: ProxyAccount) {
  const cuts: string[] = [];
  const connection = new LiveConnection(account, account.credential.digest, 'connect', () => {});
  account.connections.add(connection);
  connection.onCut((reason) => cuts.push(reason));
  return { connection, cuts };
}
