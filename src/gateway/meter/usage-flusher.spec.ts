import { LiveConnection } from './live-connection';
import { connect, credential, setUp } from '../../../test/support/metered-account';

/** With a lease of the whole quota. */
async function setUpLeased() {
  const parts = setUp();
  parts.account.countRequest();
  await parts.flusher.flush();
  return parts;
}

describe('ProxyAccount', () => {
  it('enforces the quota over all connections together', async () => {
    const { account } = await setUpLeased();
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

  it('keeps connections when the quota only grows', async () => {
    const { account, store, flusher } = await setUpLeased();
    const { cuts } = connect(account);
    account.take('up', 900);
    store.limit = 5_000;
    account.apply(credential({ limitBytes: 5_000 }), 1);
    await flusher.flush();
    expect(cuts).toEqual([]);
    expect(account.take('up', 5_000)).toBe(4_100);
  });

  it('adopts usage of other gateways and ignores older totals', async () => {
    const { account } = await setUpLeased();
    account.take('up', 100);
    account.apply(credential({ usedBytes: 700 }), 1);
    expect(account.usedBytes).toBe(800);
    account.apply(credential({ usedBytes: 300 }), 2);
    expect(account.usedBytes).toBe(800);
  });

  it('does not count bytes twice while the result of a flush is pending', async () => {
    const { account } = await setUpLeased();
    const { cuts } = connect(account);
    account.take('up', 600);
    const delta = account.beginFlush()!;
    account.apply(credential({ usedBytes: 600 }), 1);
    expect(account.usedBytes).toBe(600);
    expect(cuts).toEqual([]);
    account.endFlush(delta, { used: 700, lease: 300, heldByOthers: 0 });
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
    const { account, store, flusher } = setUp({ limitBytes: null });
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
    const { account, store, flusher } = setUp({ limitBytes: null });
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
    const { account, store, flusher } = await setUpLeased();
    store.failure = 'down';
    expect(account.take('up', 700)).toBe(700);
    await flusher.flush();
    expect(account.take('up', 700)).toBe(300);
    expect(await flusher.flushUntil(Date.now())).toBe(false);
    expect(account.hasUnsaved).toBe(true);
  });

  it('applies the totals of other gateways that a flush returns', async () => {
    const { account, store, flusher } = await setUpLeased();
    store.total = 800;
    account.take('up', 100);
    await flusher.flush();
    expect(account.usedBytes).toBe(900);
    expect(account.take('up', 500)).toBe(100);
  });

  it('saves usage that arrives during a flush before later flush() calls resolve', async () => {
    const { account, store, flusher } = setUp({ limitBytes: null });
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
    const { account, store, flusher } = setUp({ limitBytes: null });
    let [underWay, most] = [0, 0];
    const add = store.settle.bind(store);
    jest.spyOn(store, 'settle').mockImplementation(async (batch) => {
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
    const { account, store, flusher } = setUp({ limitBytes: null });
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
    const { account, store, flusher } = setUp({ limitBytes: null });
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
      const { account, store, flusher } = setUp({ limitBytes: null });
      account.take('up', 1);
      await flusher.flush();
      names.push(...store.names);
    }
    expect(new Set(names).size).toBe(5);
  });
});

describe('Leases', () => {
  it('makes a connection wait for a lease, and cuts it when nothing is left', async () => {
    const { account, store, flusher } = setUp();
    const { connection, cuts } = connect(account);
    expect(connection.take('down', 700)).toBe(0);
    const resume = jest.fn();
    connection.onMore(resume);
    await flusher.flush();
    expect(resume).toHaveBeenCalledTimes(1);
    expect(connection.take('down', 1_500)).toBe(1_000);
    connection.onMore(resume);
    await flusher.flush();
    expect(cuts).toEqual(['QUOTA_EXCEEDED']);
    expect(resume).toHaveBeenCalledTimes(1);
    expect(store.total).toBe(1_000);
  });

  it('waits for what other gateways hold, and returns what it does not use', async () => {
    const { account, store, flusher } = setUp();
    store.others = 1_000;
    const { connection, cuts } = connect(account);
    connection.take('down', 700);
    const resume = jest.fn();
    connection.onMore(resume);
    await flusher.flush();
    expect(resume).not.toHaveBeenCalled();
    store.others = 0;
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(resume).toHaveBeenCalledTimes(1);
    expect(connection.take('down', 200)).toBe(200);
    expect(cuts).toEqual([]);
    jest.useFakeTimers();
    try {
      flusher.start();
      await jest.advanceTimersByTimeAsync(4_000);
    } finally {
      jest.useRealTimers();
      flusher.stop();
    }
    expect(store.wanted.at(-1)).toBe(0);
    expect(account.lease.isHeld).toBe(false);
    expect(connection.take('down', 1)).toBe(0);
    connection.onMore(resume);
    await flusher.flush();
    expect(resume).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['near the end', 1_000, 0],
    ['far from it', 5 * 1024 ** 3, 100],
  ])('%s, a lease that cannot be renewed', async (_where, limit, allowed) => {
    jest.useFakeTimers();
    try {
      const { account, store, flusher } = setUp({ limitBytes: limit });
      store.limit = limit;
      account.countRequest();
      await flusher.flush();
      store.failure = 'down';
      jest.advanceTimersByTime(8_500);
      expect(account.take('down', 100)).toBe(100);
      jest.advanceTimersByTime(1_000);
      expect(account.take('down', 100)).toBe(allowed);
    } finally {
      jest.useRealTimers();
    }
  });
});
