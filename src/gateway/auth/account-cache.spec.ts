import { createAccountCache } from '../../../test/support/account-cache';
import { LiveConnection } from '../meter/live-connection';
import type { ProxyAccount } from '../meter/proxy-account';

function connect(account: ProxyAccount | null) {
  if (!account) throw new Error('No account');
  const connection = new LiveConnection(account, account.credential.digest, 'connect', () => {});
  account.connections.add(connection);
  const cuts: string[] = [];
  connection.onCut((reason) => cuts.push(reason));
  return { connection, cuts };
}

describe('AccountCache', () => {
  it('loads a proxy once and serves it from memory until its TTL expires', async () => {
    const { source, clock, cache } = createAccountCache();
    source.put(1);
    const [a, b] = await Promise.all([cache.find('u1'), cache.find('u1')]);
    expect(a).toBe(b);
    clock.now += 29_999;
    await cache.find('u1');
    expect(source.queries).toHaveLength(1);
    clock.now += 1;
    expect(await cache.find('u1')).toBe(a);
    expect(source.queries).toHaveLength(2);
  });

  it('uses the shorter TTL while notifications are interrupted', async () => {
    const { source, clock, cache } = createAccountCache();
    source.put(1);
    cache.notified = false;
    await cache.find('u1');
    clock.now += 3_000;
    await cache.find('u1');
    expect(source.queries).toHaveLength(2);
  });

  it('caches an unknown username until its TTL expires or a change is notified', async () => {
    const { source, clock, cache } = createAccountCache();
    for (let i = 0; i < 50; i++) expect(await cache.find('ghost')).toBeNull();
    expect(source.queries).toHaveLength(1);
    clock.now += 5_000;
    await cache.find('ghost');
    expect(source.queries).toHaveLength(2);
    source.put(9, { username: 'ghost' });
    await cache.invalidate(9);
    expect(await cache.find('ghost')).not.toBeNull();
  });

  it('reloads a proxy with open connections as soon as a change is notified', async () => {
    const { source, cache } = createAccountCache();
    source.put(1);
    const { cuts } = connect(await cache.find('u1'));
    source.put(1, { status: 'suspended' });
    await cache.invalidate(1);
    expect(cuts).toEqual(['PROXY_SUSPENDED']);
  });

  it('reads again when a change is notified during the read', async () => {
    const { source, cache } = createAccountCache();
    source.put(1, { limitBytes: 1 });
    source.beforeAnswer = () => {
      source.beforeAnswer = () => undefined;
      source.put(1, { limitBytes: 2 });
      void cache.invalidate(1);
    };
    expect((await cache.find('u1'))?.credential.limitBytes).toBe(2);
  });

  it('returns a result although a change is notified during every attempt', async () => {
    const { source, cache } = createAccountCache();
    source.put(1, { limitBytes: 0 });
    let changes = 0;
    source.beforeAnswer = () => {
      if (changes === 3) return;
      source.put(1, { limitBytes: (changes += 1) });
      void cache.invalidate(1);
    };
    await cache.find('u1');
    expect((await cache.find('u1'))?.credential.limitBytes).toBe(3);
  });

  it('keeps the result of the latest read when an earlier read finishes later', async () => {
    const { source, clock, cache } = createAccountCache();
    source.put(1);
    const { cuts } = connect(await cache.find('u1'));
    clock.now += 30_000;
    let answer = () => {};
    source.hold = new Promise((resolve) => (answer = resolve));
    const refresh = cache.refreshLive();
    source.hold = undefined;
    source.put(1, { status: 'suspended' });
    const changed = cache.invalidate(1);
    await cache.find('u1');
    answer();
    await Promise.all([refresh, changed]);
    expect(cuts).toEqual(['PROXY_SUSPENDED']);
    expect((await cache.find('u1'))?.credential.status).toBe('suspended');
  });

  it('keeps a found proxy when an earlier read returns no row', async () => {
    const { source, clock, cache } = createAccountCache();
    source.put(1);
    const account = await cache.find('u1');
    const { cuts } = connect(account);
    source.rows.clear();
    clock.now += 30_000;
    let answer = () => {};
    source.hold = new Promise((resolve) => (answer = resolve));
    const refresh = cache.refreshLive();
    source.hold = undefined;
    source.put(1);
    await cache.find('u1');
    answer();
    await refresh;
    expect(cuts).toEqual([]);
    expect(await cache.find('u1')).toBe(account);
  });

  it('reloads live proxies when a change is notified during their refresh', async () => {
    const { source, cache } = createAccountCache();
    source.put(1);
    const { cuts } = connect(await cache.find('u1'));
    source.beforeAnswer = () => {
      source.beforeAnswer = () => undefined;
      source.put(1, { status: 'suspended' });
      void cache.invalidate(1);
    };
    await cache.invalidate(1);
    expect(cuts).toEqual(['PROXY_SUSPENDED']);
  });

  it('reloads a live proxy when an idle one is notified at the same time', async () => {
    const { source, cache } = createAccountCache();
    for (const id of [1, 2]) source.put(id);
    await cache.find('u1');
    const { cuts } = connect(await cache.find('u2'));
    source.put(2, { status: 'suspended' });
    await Promise.all([cache.invalidate(1), cache.invalidate(2)]);
    expect(cuts).toEqual(['PROXY_SUSPENDED']);
  });

  it('reloads all live proxies in one query after a reconnect', async () => {
    const { source, cache } = createAccountCache();
    for (const id of [1, 2, 3]) source.put(id);
    for (const id of [1, 2]) connect(await cache.find(`u${id}`));
    await cache.find('u3');
    source.queries = [];
    await cache.invalidate();
    expect(source.queries).toEqual([[1, 2]]);
  });

  it('cuts a deleted proxy and evicts it once its bytes are saved', async () => {
    const { source, cache } = createAccountCache();
    source.put(1);
    const account = await cache.find('u1');
    const { cuts } = connect(account);
    account?.take('up', 5);
    source.rows.clear();
    await cache.invalidate(1);
    expect(cuts).toEqual(['AUTH_FAILED']);
    expect(await cache.find('u1')).toBeNull();
    cache.evictRemoved();
    expect([...cache.accounts()]).toEqual([account]);
    const delta = account!.beginFlush()!;
    account!.endFlush(delta, { used: 5, lease: 0, heldByOthers: 0 });
    cache.evictRemoved();
    expect([...cache.accounts()]).toEqual([]);
  });

  it('ignores the result of an earlier read about an evicted account', async () => {
    const { source, clock, cache } = createAccountCache();
    source.put(1);
    const { connection } = connect(await cache.find('u1'));
    clock.now += 30_000;
    let answer = () => {};
    source.hold = new Promise((resolve) => (answer = resolve));
    const refresh = cache.refreshLive();
    source.hold = undefined;
    connection.close();
    for (const id of [2, 3, 4]) source.put(id);
    for (const id of [2, 3, 4]) await cache.find(`u${id}`);
    const anew = await cache.find('u1');
    answer();
    await refresh;
    expect(await cache.find('u1')).toBe(anew);
    expect([...cache.accounts()]).toContain(anew);
  });

  it('applies a changed username', async () => {
    const { source, cache } = createAccountCache();
    source.put(1);
    const account = await cache.find('u1');
    connect(account);
    source.put(1, { username: 'renamed' });
    await cache.invalidate(1);
    expect(await cache.find('renamed')).toBe(account);
    expect(await cache.find('u1')).toBeNull();
  });

  it('evicts the least recently used proxy, never a busy one', async () => {
    const { source, cache } = createAccountCache();
    for (let id = 1; id <= 6; id++) source.put(id);
    connect(await cache.find('u1'));
    (await cache.find('u2'))?.take('up', 1);
    for (const id of [3, 4, 5, 6]) await cache.find(`u${id}`);
    const kept = [...cache.accounts()].map((a) => a.proxyId).sort();
    expect(kept).toEqual([1, 2, 6]);
  });

  describe('while the database is down', () => {
    it('serves cached proxies for a bounded time, then fails with UNAVAILABLE', async () => {
      const { source, clock, cache } = createAccountCache();
      source.put(1);
      const account = await cache.find('u1');
      source.isDown = true;
      clock.now += 60_000;
      expect(await cache.find('u1')).toBe(account);
      await expect(cache.find('u2')).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
      clock.now += 540_000;
      await expect(cache.find('u1')).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
    });

    it('limits how often it queries the database', async () => {
      const { source, clock, cache } = createAccountCache();
      source.isDown = true;
      for (let i = 0; i < 20; i++) await cache.find(`u${i}`).catch(() => undefined);
      expect(source.queries).toHaveLength(1);
      clock.now += 2_000;
      source.isDown = false;
      source.put(1);
      expect(await cache.find('u1')).not.toBeNull();
    });

    it('keeps open connections alive', async () => {
      const { source, cache } = createAccountCache();
      source.put(1);
      const { cuts } = connect(await cache.find('u1'));
      source.isDown = true;
      await cache.invalidate();
      expect(cuts).toEqual([]);
    });
  });
});
