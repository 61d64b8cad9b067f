import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { connect, credential, OPTIONS, setUp } from '../../../test/support/metered-account';
import { HOUR } from '../../common/time/clock';
import { ProxyAccount } from './proxy-account';
import type { UsageBatch } from './usage-store';
import { UsageSpool } from './usage-spool';

/** Batches as they reached the store, of accounts that share one flusher. */
function record(more = {}, spool?: UsageSpool) {
  const parts = setUp(more, spool);
  const batches: UsageBatch[] = [];
  const settle = parts.store.settle.bind(parts.store);
  const spy = jest.spyOn(parts.store, 'settle').mockImplementation((batch) => {
    batches.push(batch);
    return settle(batch);
  });
  const add = (proxyId: number) =>
    new ProxyAccount(credential({ ...more, proxyId }), 0, parts.flusher);
  return { ...parts, batches, spy, settle, add };
}

describe('Timing of flushes', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('saves every second until it is stopped', async () => {
    const { account, store, flusher } = record({ limitBytes: null });
    flusher.start();
    account.take('up', 1);
    await jest.advanceTimersByTimeAsync(OPTIONS.flushMs - 1);
    expect(store.total).toBe(0);
    await jest.advanceTimersByTimeAsync(1);
    expect(store.total).toBe(1);
    flusher.stop();
    account.take('up', 1);
    await jest.advanceTimersByTimeAsync(5 * OPTIONS.flushMs);
    expect(store.total).toBe(1);
  });

  it('tells how long usage has not been saved', async () => {
    const { account, store, flusher } = record({ limitBytes: null });
    account.take('up', 1);
    store.failure = 'down';
    jest.advanceTimersByTime(3_000);
    expect(await flusher.flush()).toBe(false);
    expect(flusher.age).toBe(3_000);
    store.failure = 'none';
    expect(await flusher.flush()).toBe(true);
    expect(flusher.age).toBe(0);
  });

  it('sends nothing without usage and leases', async () => {
    const { flusher, batches } = record();
    expect(await flusher.flush()).toBe(true);
    expect(batches).toEqual([]);
  });

  it('numbers its batches in whole numbers that grow', async () => {
    const { account, flusher, batches } = record({ limitBytes: null });
    for (let i = 0; i < 3; i++) {
      account.take('up', 1);
      await flusher.flush();
    }
    const [first = 0] = batches.map(({ seq }) => seq);
    expect(Number.isSafeInteger(first)).toBe(true);
    expect(batches.map(({ seq }) => seq)).toEqual([first, first + 1, first + 2]);
  });

  it('puts accounts that hurry together into one batch', async () => {
    const { account, batches, add } = record();
    const other = add(2);
    account.countRequest();
    other.countRequest();
    await jest.advanceTimersByTimeAsync(1);
    expect(batches.map(({ deltas }) => deltas.map((one) => one.proxyId))).toEqual([[1, 2]]);
    other.take('up', 600);
    account.take('up', 600);
    await jest.advanceTimersByTimeAsync(1);
    expect(batches.map(({ deltas }) => deltas.length)).toEqual([2, 2]);
  });

  it('forgets ended processes once an hour, after the time that they are kept', async () => {
    const { flusher, store } = record();
    const forget = jest.spyOn(store, 'forgetHolders');
    await flusher.flush();
    expect(forget.mock.calls).toEqual([[new Date(Date.now() - OPTIONS.flushRetentionMs)]]);
    jest.advanceTimersByTime(HOUR - 1);
    await flusher.flush();
    expect(forget).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(1);
    await flusher.flush();
    expect(forget).toHaveBeenCalledTimes(2);
    await flusher.flush();
    expect(forget).toHaveBeenCalledTimes(2);
  });

  describe('of leases', () => {
    it('tells the database that it still holds them', async () => {
      const { account, flusher, batches } = record();
      account.countRequest();
      await flusher.flush();
      await flusher.flush();
      expect(batches.map(({ deltas }) => deltas.length)).toEqual([1, 0]);
      expect(batches[1]!.seq).toBeGreaterThan(batches[0]!.seq);
    });

    it('returns one that is idle, keeps one that is used, and then sends nothing more', async () => {
      const { account, store, flusher, batches, add } = record();
      store.limit = 1e9;
      const used = add(2);
      account.countRequest();
      used.countRequest();
      await flusher.flush();
      flusher.start();
      for (let second = 0; second < 4; second++) {
        used.take('up', 1);
        await jest.advanceTimersByTimeAsync(OPTIONS.flushMs);
      }
      expect([account.lease.isHeld, used.lease.isHeld]).toEqual([false, true]);
      await jest.advanceTimersByTimeAsync(5 * OPTIONS.flushMs);
      expect(used.lease.isHeld).toBe(false);
      const sent = batches.length;
      await jest.advanceTimersByTimeAsync(5 * OPTIONS.flushMs);
      expect(batches).toHaveLength(sent);
      flusher.stop();
    });

    it.each([
      ['loses those that ended before the database confirmed them', 9_000, false],
      ['keeps those that it confirmed in time', 8_999, true],
    ])('%s', async (_what, ms, isKept) => {
      const { account, store, flusher, add } = record();
      store.limit = 1e9;
      const [other, renewed] = [add(2), add(3)];
      for (const one of [account, other, renewed]) one.countRequest();
      await flusher.flush();
      jest.advanceTimersByTime(ms);
      renewed.countRequest();
      await flusher.flush();
      expect([account, other, renewed].map((one) => one.lease.isHeld)).toEqual([
        isKept,
        isKept,
        true,
      ]);
    });

    it('asks again after a moment for a connection that waits', async () => {
      const { account, store, flusher, batches } = record();
      const { connection } = connect(account);
      store.others = 1_000;
      connection.onMore(() => undefined);
      await jest.advanceTimersByTimeAsync(50);
      expect(batches).toHaveLength(1);
      await jest.advanceTimersByTimeAsync(100);
      expect(batches).toHaveLength(2);
      flusher.stop();
    });
  });

  describe('at the end', () => {
    it('returns all leases', async () => {
      const { account, store, flusher } = record();
      account.countRequest();
      await flusher.flush();
      expect(account.lease.isHeld).toBe(true);
      expect(await flusher.flushUntil(Date.now() + 1_000)).toBe(true);
      expect(store.wanted.at(-1)).toBe(0);
      expect(account.lease.isHeld).toBe(false);
    });

    it('tries again until the database takes the usage', async () => {
      const { account, store, flusher } = record({ limitBytes: null });
      account.take('up', 1);
      store.failure = 'down';
      const saved = flusher.flushUntil(Date.now() + 10_000);
      await jest.advanceTimersByTimeAsync(1_000);
      store.failure = 'none';
      await jest.advanceTimersByTimeAsync(200);
      expect(await saved).toBe(true);
      expect(store.total).toBe(1);
    });

    it('gives up at the deadline', async () => {
      const { account, store, flusher, spy } = record({ limitBytes: null });
      account.take('up', 1);
      store.failure = 'down';
      const saved = flusher.flushUntil(Date.now() + 1_000);
      await jest.advanceTimersByTimeAsync(900);
      const tries = spy.mock.calls.length;
      expect(tries).toBeGreaterThan(5);
      await jest.advanceTimersByTimeAsync(5_000);
      expect(await saved).toBe(false);
      expect(spy.mock.calls.length).toBeLessThan(tries + 3);
    });
  });
});

describe('Bounds of unsaved usage', () => {
  let directory: string;
  const log = pino({ level: 'silent' });
  beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), 'bounds-'))));
  afterEach(() => rm(directory, { recursive: true }));

  it('saves before the bound of a proxy is reached: at its half, once', () => {
    const { account, flusher } = record({ limitBytes: null });
    const hurry = jest.spyOn(flusher, 'hurry').mockImplementation(() => undefined);
    account.take('up', 5_000);
    expect(hurry).not.toHaveBeenCalled();
    account.take('up', 1);
    expect(hurry).toHaveBeenCalledTimes(1);
    account.take('up', 100);
    expect(hurry).toHaveBeenCalledTimes(1);
  });

  it('allows all proxies together no more than their bound, and each its first bytes', () => {
    const { flusher, add } = record({ limitBytes: null });
    const accounts = [1, 2, 3, 4, 5].map(add);
    for (const account of accounts) expect(account.take('up', 9_000)).toBe(9_000);
    expect(accounts[0]!.take('up', 1_000)).toBe(1_000);
    expect(accounts[0]!.take('up', 1)).toBe(0);
    const [filling, late] = [add(6), add(7)];
    expect(filling.take('up', 4_000)).toBe(4_000);
    expect(flusher.unsaved).toBe(50_000);
    expect(accounts[1]!.take('up', 1)).toBe(0);
    expect(late.take('up', 1)).toBe(1);
    expect(late.take('up', 1)).toBe(0);
  });

  it('writes a batch to the disk when the database is late with it, once', async () => {
    const spool = new UsageSpool(directory, log);
    const append = jest.spyOn(spool, 'append');
    const { account, spy, settle, store, flusher, batches } = record({ limitBytes: null }, spool);
    let answer = () => {};
    spy.mockImplementation(async (batch) => {
      await new Promise<void>((resolve) => (answer = resolve));
      return settle(batch);
    });
    jest.useFakeTimers();
    try {
      flusher.start();
      account.take('up', 7);
      await jest.advanceTimersByTimeAsync(2 * OPTIONS.flushMs);
      expect(append).not.toHaveBeenCalled();
      await jest.advanceTimersByTimeAsync(OPTIONS.flushMs);
      expect(append).toHaveBeenCalledTimes(1);
      expect([flusher.unsaved, account.unsaved]).toEqual([0, 0]);
      await jest.advanceTimersByTimeAsync(3 * OPTIONS.flushMs);
      expect(append).toHaveBeenCalledTimes(1);
      account.take('up', 5);
      await jest.advanceTimersByTimeAsync(OPTIONS.flushMs);
      expect(append.mock.calls.map(([, written]) => written.length)).toEqual([1, 1]);
      spy.mockImplementation(settle);
      answer();
      await jest.advanceTimersByTimeAsync(OPTIONS.flushMs);
      expect(store.total).toBe(12);
      expect([flusher.unsaved, account.unsaved, spool.size]).toEqual([0, 0, 0]);
      expect(batches).toEqual([]);
    } finally {
      flusher.stop();
      jest.useRealTimers();
    }
  });

  it('keeps the file while newer usage is in it', async () => {
    const spool = new UsageSpool(directory, log);
    const { account, spy, settle, store, flusher } = record({ limitBytes: null }, spool);
    spy.mockImplementationOnce(async (batch) => {
      const settled = await settle(batch);
      // More than may be unsaved passes before the answer arrives.
      for (let i = 0; i < 15; i++) account.take('down', 1_000);
      return settled;
    });
    account.take('up', 1);
    await flusher.flush();
    expect(store.total).toBe(1);
    expect(spool.size).toBeGreaterThan(0);
    await flusher.flush();
    expect(store.total).toBe(15_001);
    expect([flusher.unsaved, spool.size]).toEqual([0, 0]);
    expect(await flusher.flushUntil(Date.now())).toBe(true);
    expect(await readdir(directory)).toEqual([]);
  });

  it('has all usage on the disk at the end when the database is away', async () => {
    const { account, store, flusher } = record(
      { limitBytes: null },
      new UsageSpool(directory, log),
    );
    store.failure = 'down';
    account.take('up', 7);
    expect(await flusher.flushUntil(Date.now())).toBe(true);
    expect(await readdir(directory)).toHaveLength(1);
    const next = new UsageSpool(directory, log);
    store.failure = 'none';
    await next.replay('next', store);
    next.stop();
    expect(store.total).toBe(7);
  });
});
