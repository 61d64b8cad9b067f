import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createCredential } from '../../../test/support/credential';
import type { SubUser } from '../auth/credential';
import { LeaseTerm } from './lease';
import { LiveConnection } from './live-connection';
import { ProxyAccount } from './proxy-account';
import { UsageSpool } from './usage-spool';
import type { UsageBatch } from './usage-store';

const TUNDE = {
  id: 7,
  name: 'tunde',
  digest: Buffer.alloc(32, 1),
  isSuspended: false,
  room: 1_000,
} satisfies SubUser;

const credentialWith = (subUser: Partial<SubUser> | null = {}) =>
  createCredential({
    subUsers: subUser === null ? new Map() : new Map([['tunde', { ...TUNDE, ...subUser }]]),
  });

/** An account without a limit of its own, whose meter only records. */
function setUp(subUser: Partial<SubUser> = {}) {
  const meter = {
    term: new LeaseTerm(),
    hurried: 0,
    note: () => undefined,
    hurry: () => void meter.hurried++,
    admit: () => true,
  };
  meter.term.extend(performance.now());
  const account = new ProxyAccount(credentialWith(subUser), Date.now(), meter);
  const tunde = account.subUser('tunde')!;
  return { account, tunde, meter };
}

function connectAs({ account, tunde }: ReturnType<typeof setUp>) {
  const cuts: string[] = [];
  const connection = new LiveConnection(
    ...([account, TUNDE.digest, 'connect', () => {}, '', undefined, tunde] as const),
  );
  account.connections.add(connection);
  connection.onCut((reason) => cuts.push(reason));
  return { connection, cuts };
}

/** Sends what is to be saved, and grants. */
function settle(account: ProxyAccount, lease: number, room: number | null = 1_000) {
  const batch = account.beginFlush();
  if (!batch) return undefined;
  const subUsers = new Map([[TUNDE.id, { lease, room }]]);
  account.endFlush(batch, { used: 0, lease: 0, heldByOthers: 0, subUsers });
  return batch;
}

describe('SubUserMeter', () => {
  it('lets pass what it was granted, and waits for more without holding up the owner', () => {
    const parts = setUp();
    const { account, tunde, meter } = parts;
    const { connection } = connectAs(parts);
    account.countRequest({ protocol: 'connect', subUser: tunde });
    expect(meter.hurried).toBe(1);
    expect(connection.take('up', 10)).toBe(0);
    expect(account.take('up', 10)).toBe(10);
    const resume = jest.fn();
    connection.onMore(resume);
    settle(account, 100);
    expect(resume).toHaveBeenCalledTimes(1);
    expect(connection.take('down', 150)).toBe(100);
    const batch = account.beginFlush()!;
    expect(batch).toMatchObject({ up: 0, down: 100, subUsers: [{ id: 7, up: 0, down: 100 }] });
  });

  it('asks again for those who wait while others hold the rest, and is cut when nothing is left', () => {
    const parts = setUp();
    const { account } = parts;
    const { connection, cuts } = connectAs(parts);
    connection.onMore(() => undefined);
    settle(account, 0);
    expect([account.waitsForOthers, cuts]).toEqual([true, []]);
    account.askAgain();
    settle(account, 0, 0);
    expect(cuts).toEqual(['SUB_USER_LIMIT']);
    expect(account.refusal(Date.now())).toBeUndefined();
  });

  it('starts again with the next day in Lagos', () => {
    const { account, tunde } = setUp({ room: 0 });
    const now = Date.now();
    expect(tunde.refusal(now)).toBe('SUB_USER_LIMIT');
    expect(tunde.refusal(now + 86_400_000)).toBeUndefined();
    account.apply(credentialWith({ room: 5 }), now);
    expect(tunde.refusal(now)).toBeUndefined();
  });

  it('is refused once nothing is left, also after its last batch', () => {
    const parts = setUp();
    const { account, tunde } = parts;
    const { connection, cuts } = connectAs(parts);
    account.countRequest({ protocol: 'connect', subUser: tunde });
    settle(account, 1_000);
    connection.take('down', 1_000);
    const last = account.beginFlush()!;
    // The lease is idle while the batch is on its way, so another batch returns it.
    for (let tick = 0; tick < 3; tick++) account.returnIdleLeases();
    const returned = account.beginFlush()!;
    for (const batch of [last, returned])
      account.endFlush(batch, {
        ...{ used: 1_000, lease: 0, heldByOthers: 0 },
        subUsers: new Map([[TUNDE.id, { lease: 0, room: 0 }]]),
      });
    expect(cuts).toEqual(['SUB_USER_LIMIT']);
    expect(account.subUser('tunde')?.refusal(Date.now())).toBe('SUB_USER_LIMIT');
  });

  it('stays refused when a credential arrives that was read before nothing was left', () => {
    const { account, tunde } = setUp();
    const readAt = Date.now() - 1;
    account.countRequest({ protocol: 'connect', subUser: tunde });
    settle(account, 0, 0);
    account.apply(credentialWith({ room: 5 }), readAt);
    expect(account.subUser('tunde')?.refusal(Date.now())).toBe('SUB_USER_LIMIT');
    expect(account.stale).toBe(true);
  });

  it('gives back what the quota of the proxy does not let pass', () => {
    const parts = setUp();
    const { account, tunde } = parts;
    const limited = createCredential({ ...credentialWith(), limitBytes: 1_000 });
    account.apply(limited, Date.now());
    const { connection } = connectAs(parts);
    account.countRequest({ protocol: 'connect', subUser: tunde });
    settle(account, 100);
    expect(connection.take('up', 60)).toBe(0);
    expect(tunde.lease.left).toBe(100);
  });

  it('loses its lease with the process’s, and returns what the database still has', () => {
    const { account, tunde } = setUp();
    account.countRequest({ protocol: 'connect', subUser: tunde });
    settle(account, 100);
    expect(account.loseLeases()).toBe(true);
    expect(tunde.take(10)).toBe(0);
    // Somebody asked; once they are gone, the next batch returns it.
    expect(settle(account, 0)?.subUsers).toMatchObject([{ id: 7, wanted: expect.any(Number) }]);
    expect(account.loseLeases()).toBe(false);
  });

  it('returns an idle lease, and is forgotten after its last connection', () => {
    const parts = setUp();
    const { account, tunde } = parts;
    const { connection } = connectAs(parts);
    account.countRequest({ protocol: 'connect', subUser: tunde });
    settle(account, 100);
    connection.close();
    expect([account.returnIdleLeases(), account.returnIdleLeases()]).toEqual([false, true]);
    expect(settle(account, 0)?.subUsers).toEqual([
      { id: 7, up: 0, down: 0, requests: 0, wanted: 0 },
    ]);
    expect(account.isIdle).toBe(true);
    expect(account.subUser('tunde')).not.toBe(tunde);
  });

  it.each([
    ['removed', null],
    ['replaced by another of the same name', { id: 8 }],
    ['given another password', { digest: Buffer.alloc(32, 2) }],
  ])('is cut when it was %s', (_what, change) => {
    const parts = setUp();
    const { cuts } = connectAs(parts);
    parts.account.apply(credentialWith(change), Date.now());
    expect(cuts).toEqual(['AUTH_FAILED']);
  });

  it('is in the spool, whose next reader books it and leases nothing', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'spool-'));
    const log = pino({ level: 'silent' });
    const seen: UsageBatch[] = [];
    const store = {
      settle(batch: UsageBatch) {
        seen.push(batch);
        return Promise.resolve(new Map());
      },
    };
    try {
      const { account, tunde } = setUp({ room: null });
      account.take('down', 5, { protocol: 'connect', subUser: tunde });
      const deltas = [account.beginFlush()!];
      const batch = { gatewayId: 'g#old', seq: 1, at: new Date(), deltas };
      const old = new UsageSpool(directory, log);
      old.append('g#old', [batch]);
      const next = new UsageSpool(directory, log);
      await next.replay('g#next', store);
      next.stop();
      expect(seen).toMatchObject([
        { deltas: [{ down: 5, wanted: 0, subUsers: [{ id: 7, down: 5, wanted: 0 }] }] },
      ]);
      old.close();
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
