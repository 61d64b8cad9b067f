import { pino } from 'pino';
import { createCredential } from '../../../test/support/credential';
import type { Credential } from '../auth/credential';
import { LiveConnection } from './live-connection';
import { ProxyAccount } from './proxy-account';
import { UsageFlusher } from './usage-flusher';
import { type UsageBatch, UsageStore } from './usage-store';

const credential = (more: Partial<Credential> = {}): Credential =>
  createCredential({ limitBytes: 1_000, ...more });

/** Stores like the database; can lose the result or fail. */
class Ledger extends UsageStore {
  total = 0;
  names: string[] = [];
  failure: 'none' | 'lost answer' | 'down' = 'none';
  add({ gatewayId, seq, deltas }: UsageBatch): Promise<Map<number, number>> {
    if (this.failure === 'down') return Promise.reject(new Error('down'));
    const name = `${gatewayId}/${seq}`;
    if (!this.names.includes(name)) {
      this.names.push(name);
      for (const d of deltas) this.total += d.up + d.down;
    }
    if (this.failure === 'lost answer') return Promise.reject(new Error('connection reset'));
    return Promise.resolve(new Map(deltas.map((d) => [d.proxyId, this.total])));
  }
  forgetBatches = () => Promise.resolve();
}

function setUp(more: Partial<Credential> = {}) {
  const account = new ProxyAccount(credential(more), 0);
  const store = new Ledger();
  const options = { gatewayId: 'g', flushMs: 1_000, flushRetentionMs: 1_000 };
  const observer = { onFlushed: () => undefined };
  const flusher = new UsageFlusher(
    store,
    () => [account],
    options,
    observer,
    pino({ level: 'silent' }),
  );
  return { account, store, flusher };
}

function connect(account: ProxyAccount) {
  const cuts: string[] = [];
  const connection = new LiveConnection(account, account.credential.digest, 'connect', () => {});
  account.connections.add(connection);
  connection.onCut((reason) => cuts.push(reason));
  return { connection, cuts };
}

describe('ProxyAccount', () => {
  it('enforces the quota over all connections together', () => {
    const { account } = setUp();
    const [a, b] = [connect(account).connection, connect(account).connection];
    expect(a.take('up', 600)).toBe(600);
    expect(b.take('down', 600)).toBe(400);
    expect(a.take('down', 1)).toBe(0);
    expect(account.usedBytes).toBe(1_000);
    expect(account.refusal(0)).toBe('QUOTA_EXCEEDED');
  });

  it('counts an unmetered proxy without a limit', () => {
    const { account } = setUp({ limitBytes: null });
    expect(account.take('down', 5_000)).toBe(5_000);
    expect(account.refusal(0)).toBeUndefined();
  });

  it.each([
    [{ status: 'suspended' as const }, 'PROXY_SUSPENDED'],
    [{ status: 'expired' as const }, 'PROXY_EXPIRED'],
    [{ expiresAt: 500 }, 'PROXY_EXPIRED'],
    [{ limitBytes: 0 }, 'QUOTA_EXCEEDED'],
    [{ digest: Buffer.alloc(32, 1) }, 'AUTH_FAILED'],
  ])('cuts its connections when the record changes to %p', (change, reason) => {
    const { account } = setUp();
    const { cuts } = connect(account);
    account.apply(credential(change), 500);
    expect(cuts).toEqual([reason]);
    expect(account.connections.size).toBe(0);
  });

  it('keeps connections when the quota only grows', () => {
    const { account } = setUp();
    const { cuts } = connect(account);
    account.take('up', 900);
    account.apply(credential({ limitBytes: 5_000 }), 1);
    expect(cuts).toEqual([]);
    expect(account.take('up', 5_000)).toBe(4_100);
  });

  it('adopts usage of other gateways and ignores older totals', () => {
    const { account } = setUp();
    account.take('up', 100);
    account.apply(credential({ usedBytes: 700 }), 1);
    expect(account.usedBytes).toBe(800);
    account.apply(credential({ usedBytes: 300 }), 2);
    expect(account.usedBytes).toBe(800);
  });

  it('does not count bytes twice while the result of a flush is pending', () => {
    const { account } = setUp();
    const { cuts } = connect(account);
    account.take('up', 600);
    account.beginFlush();
    account.apply(credential({ usedBytes: 600 }), 1);
    expect(account.usedBytes).toBe(600);
    expect(cuts).toEqual([]);
    account.endFlush(700);
    expect(account.usedBytes).toBe(700);
  });

  it('runs a cut handler that is registered after the cut', () => {
    const { account } = setUp();
    const connection = new LiveConnection(account, Buffer.alloc(32), 'socks5', () => {});
    account.connections.add(connection);
    account.cutAll('PROXY_SUSPENDED');
    const cut = jest.fn();
    connection.onCut(cut);
    expect(cut).toHaveBeenCalledWith('PROXY_SUSPENDED');
  });
});

describe('UsageFlusher', () => {
  it('saves usage since the last flush, and writes nothing without usage', async () => {
    const { account, store, flusher } = setUp();
    account.take('up', 10);
    await flusher.flush();
    account.take('down', 20);
    await flusher.flush();
    await flusher.flush();
    expect(store.total).toBe(30);
    expect(store.names).toHaveLength(2);
    expect(account.isIdle).toBe(true);
  });

  it('counts a batch once when its result is lost, and keeps counting meanwhile', async () => {
    const { account, store, flusher } = setUp();
    account.take('up', 10);
    store.failure = 'lost answer';
    expect(await flusher.flush()).toBe(false);
    account.take('up', 5);
    expect(await flusher.flush()).toBe(false);
    expect(account.usedBytes).toBe(15);
    store.failure = 'none';
    await flusher.flush();
    expect(store.total).toBe(15);
    expect(account.usedBytes).toBe(15);
  });

  it('enforces the quota while the database is down', async () => {
    const { account, store, flusher } = setUp();
    store.failure = 'down';
    account.take('up', 700);
    await flusher.flush();
    expect(account.take('up', 700)).toBe(300);
    expect(await flusher.flushUntil(Date.now())).toBe(false);
    expect(account.hasUnsaved).toBe(true);
  });

  it('applies the totals of other gateways that a flush returns', async () => {
    const { account, store, flusher } = setUp();
    store.total = 800;
    account.take('up', 100);
    await flusher.flush();
    expect(account.usedBytes).toBe(900);
    expect(account.take('up', 500)).toBe(100);
  });

  it('saves usage that arrives during a flush before later flush() calls resolve', async () => {
    const { account, store, flusher } = setUp();
    account.take('up', 10);
    const first = flusher.flush();
    account.take('up', 20);
    const others = [flusher.flush(), flusher.flush()];
    expect(await Promise.all([first, ...others])).toEqual([true, true, true]);
    expect(store.total).toBe(30);
    expect(store.names).toHaveLength(2);
    expect(account.isIdle).toBe(true);
  });

  it('sends one batch at a time when callers flush again immediately', async () => {
    const { account, store, flusher } = setUp();
    let [underWay, most] = [0, 0];
    const add = store.add.bind(store);
    jest.spyOn(store, 'add').mockImplementation(async (batch) => {
      most = Math.max(most, (underWay += 1));
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      return add(batch);
    });
    const asking = async () => {
      for (let turn = 0; turn < 5; turn += 1) {
        account.take('up', 10);
        await flusher.flush();
      }
    };
    await Promise.all([asking(), asking(), asking()]);
    expect(most).toBe(1);
    expect(store.total).toBe(150);
    expect(account.usedBytes).toBe(150);
  });

  it('saves a batch of unknown outcome and newer usage in one flush', async () => {
    const { account, store, flusher } = setUp();
    account.take('up', 10);
    store.failure = 'lost answer';
    await flusher.flush();
    account.take('up', 5);
    store.failure = 'none';
    expect(await flusher.flush()).toBe(true);
    expect(store.total).toBe(15);
    expect(account.isIdle).toBe(true);
  });

  it('saves all usage in flushUntil', async () => {
    const { account, store, flusher } = setUp();
    account.take('up', 10);
    const first = flusher.flush();
    account.take('up', 20);
    expect(await flusher.flushUntil(Date.now() + 30_000)).toBe(true);
    await first;
    expect(store.total).toBe(30);
  });

  it('never reuses a batch id after a restart', async () => {
    const names: string[] = [];
    for (let i = 0; i < 5; i++) {
      const { account, store, flusher } = setUp();
      account.take('up', 1);
      await flusher.flush();
      names.push(...store.names);
    }
    expect(new Set(names).size).toBe(5);
  });
});
