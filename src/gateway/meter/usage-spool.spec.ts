import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { connect, MemoryLedger, OPTIONS, setUp } from '../../../test/support/metered-account';
import { inRepo } from '../../../test/support/repo';
import type { ProxyAccount } from './proxy-account';
import { UsageSpool } from './usage-spool';

describe('Unsaved usage', () => {
  let directory: string;
  const log = pino({ level: 'silent' });
  beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), 'spool-'))));
  afterEach(() => rm(directory, { recursive: true }));

  const takeMuch = (account: ProxyAccount) => {
    let taken = 0;
    for (let i = 0; i < 100; i++) taken += account.take('down', 1_000);
    return taken;
  };

  it('stops at its bound where it can be saved nowhere, and goes on afterwards', async () => {
    const { account, store, flusher } = setUp({ limitBytes: null });
    const { connection } = connect(account);
    store.failure = 'down';
    expect(takeMuch(account)).toBe(OPTIONS.unsavedMaxBytes);
    const resume = jest.fn();
    connection.onMore(resume);
    await flusher.flush();
    expect(resume).not.toHaveBeenCalled();
    store.failure = 'none';
    await flusher.flush();
    expect(resume).toHaveBeenCalledTimes(1);
    expect(flusher.unsaved).toBe(0);
    expect(account.take('down', 5)).toBe(5);
  });

  it('stops at its bound when the spool cannot be written', async () => {
    const file = join(directory, 'file');
    await writeFile(file, '');
    const { account, store } = setUp({ limitBytes: null }, new UsageSpool(file, log));
    store.failure = 'down';
    expect(takeMuch(account)).toBe(OPTIONS.unsavedMaxBytes);
  });

  it('goes on with a spool, which the next process saves once', async () => {
    const spool = new UsageSpool(directory, log);
    const { account, store, flusher } = setUp({ limitBytes: null }, spool);
    store.failure = 'lost answer';
    account.take('down', 7);
    await flusher.flush();
    expect(takeMuch(account)).toBe(100_000);
    expect(flusher.unsaved).toBeLessThanOrEqual(OPTIONS.unsavedMaxBytes);
    const lost = flusher.unsaved;
    store.failure = 'none';
    const next = new UsageSpool(directory, log);
    await next.replay('next', store);
    next.stop();
    expect(store.total).toBeGreaterThanOrEqual(100_007 - lost);
    expect(await readdir(directory)).toEqual([]);
    // The process was alive after all.
    await flusher.flush();
    expect(store.total).toBe(100_007);
  });

  it('keeps what it takes after a write that the disk had room for in part only', async () => {
    // Files have at most eight blocks of 512 or 1,024 bytes.
    const command =
      'ulimit -f 8; exec "$0" -r @swc-node/register test/support/spool-writer-entry.ts "$1"';
    const args = ['-c', command, process.execPath, directory];
    expect(execFileSync('bash', args, { cwd: inRepo() }).toString()).toBe('[true,false,true]');
    const seen: number[] = [];
    const { store } = setUp({ limitBytes: null });
    const settle = store.settle.bind(store);
    store.settle = (batch) => {
      seen.push(batch.seq);
      return settle(batch);
    };
    const next = new UsageSpool(directory, log);
    await next.replay('next', store);
    next.stop();
    expect(seen).toEqual([1, 3]);
  });

  it('empties its file once the database has everything, and removes it at the end', async () => {
    const spool = new UsageSpool(directory, log);
    const { account, store, flusher } = setUp({ limitBytes: null }, spool);
    store.failure = 'down';
    takeMuch(account);
    expect(spool.size).toBeGreaterThan(0);
    store.failure = 'none';
    await flusher.flush();
    expect(spool.size).toBe(0);
    expect(await flusher.flushUntil(Date.now())).toBe(true);
    expect(await readdir(directory)).toEqual([]);
  });

  it('reads a damaged file up to the damage, and leaves that of a running process alone', async () => {
    const store = new MemoryLedger();
    const batch = (seq: number) => ({
      gatewayId: 'dead',
      seq,
      at: new Date(),
      deltas: [{ proxyId: 1, up: seq, down: 0, requests: 0, wanted: 9 }],
    });
    const spool = new UsageSpool(directory, log);
    spool.append('dead', [batch(1), batch(2), batch(4)]);
    const [name = ''] = await readdir(directory);
    const path = join(directory, name);
    const content = await readFile(path, 'utf8');
    await writeFile(path, content.slice(0, -20));
    await writeFile(join(directory, `alive.${process.ppid}.spool`), content);
    const next = new UsageSpool(directory, log);
    await next.replay('next', store);
    next.stop();
    expect(store.total).toBe(3);
    expect(store.wanted).toEqual([0, 0]);
    expect(await readdir(directory)).toEqual([`alive.${process.ppid}.spool`]);
    await utimes(join(directory, `alive.${process.ppid}.spool`), 0, 0);
    await next.replay('next', store);
    next.stop();
    expect(store.total).toBe(7);
  });

  it('may be replayed by several processes at once', async () => {
    const { store } = setUp();
    const lines: string[] = [];
    const noisy = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
    const batch = {
      gatewayId: 'dead',
      seq: 1,
      at: new Date(),
      deltas: [{ proxyId: 1, up: 7, down: 0, requests: 0, wanted: 0 }],
    };
    new UsageSpool(directory, log).append('dead', [batch]);
    const spools = [1, 2, 3].map(() => new UsageSpool(directory, noisy));
    await Promise.all(spools.map((spool, i) => spool.replay(`next${i}`, store)));
    for (const spool of spools) spool.stop();
    expect(store.total).toBe(7);
    expect(lines).toEqual([]);
    expect(await readdir(directory)).toEqual([]);
  });
});
