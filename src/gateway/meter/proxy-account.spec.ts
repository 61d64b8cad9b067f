import { connect, credential } from '../../../test/support/metered-account';
import type { Credential } from '../auth/credential';
import { LeaseTerm } from './lease';
import { ProxyAccount } from './proxy-account';

const GIB = 1024 ** 3;

/** An account whose meter only records; it saves nothing by itself. */
function create(more: Partial<Credential> = {}) {
  const meter = {
    term: new LeaseTerm(),
    isFull: false,
    noted: 0,
    hurried: 0,
    admitted: [] as number[],
    note: () => void meter.noted++,
    hurry: () => void meter.hurried++,
    admit: (_: ProxyAccount, bytes: number) => {
      meter.admitted.push(bytes);
      return !meter.isFull;
    },
  };
  meter.term.extend(performance.now());
  const account = new ProxyAccount(credential(more), 0, meter);
  return { account, meter };
}

/** An account that has been granted the bytes. */
function leased(bytes: number, more: Partial<Credential> = {}) {
  const parts = create(more);
  parts.account.countRequest();
  parts.account.endFlush(parts.account.beginFlush()!, settled(0, bytes));
  Object.assign(parts.meter, { noted: 0, hurried: 0 });
  return parts;
}

const settled = (used: number, lease: number) => ({ used, lease, heldByOthers: 0 });

describe('Requests for a lease', () => {
  it('go out with the first request, once, and not for a proxy without a limit', () => {
    const { account, meter } = create();
    account.countRequest();
    account.countRequest();
    account.take('up', 1);
    expect(meter).toMatchObject({ hurried: 1, noted: 1 });
    const unlimited = create({ limitBytes: null });
    unlimited.account.countRequest();
    unlimited.account.take('up', 1);
    expect(unlimited.meter).toMatchObject({ hurried: 0, noted: 1 });
  });

  it('go out when half of the lease is used, not before', () => {
    const { account, meter } = leased(100);
    account.countRequest();
    account.take('up', 49);
    expect(meter.hurried).toBe(0);
    account.take('down', 1);
    expect(meter.hurried).toBe(1);
  });

  it('wait for the batch that is on its way', () => {
    const { account, meter } = leased(100);
    account.take('up', 10);
    const batch = account.beginFlush()!;
    account.take('up', 80);
    expect(meter.hurried).toBe(0);
    account.endFlush(batch, settled(10, 90));
    account.take('up', 1);
    expect(meter.hurried).toBe(1);
  });

  it('are made again for a connection that waits, and for no other', () => {
    const { account, meter } = create();
    account.askAgain();
    const { connection } = connect(account);
    account.askAgain();
    expect([meter.hurried, account.isWaiting]).toEqual([0, false]);
    connection.onMore(() => undefined);
    expect([meter.hurried, account.isWaiting]).toEqual([1, true]);
    account.endFlush(account.beginFlush()!, settled(0, 0));
    expect(meter.hurried).toBe(1);
    account.askAgain();
    expect(meter.hurried).toBe(2);
    connection.close();
    expect(account.isWaiting).toBe(false);
  });

  it('are made again for who asked while the lease was being returned', () => {
    const { account, meter } = leased(100);
    const { connection } = connect(account);
    const returning = account.returnLease().beginFlush()!;
    expect(returning.wanted).toBe(0);
    connection.onMore(() => undefined);
    expect(meter.hurried).toBe(0);
    account.endFlush(returning, settled(0, 0));
    expect(meter.hurried).toBe(1);
    expect(account.beginFlush()!.wanted).toBeGreaterThan(0);
  });

  it('keep a lease that somebody waits for when it is to be returned', () => {
    const { account } = leased(100);
    connect(account).connection.onMore(() => undefined);
    expect(account.returnLease().beginFlush()!.wanted).toBeGreaterThan(0);
  });
});

describe('Counting', () => {
  it('hands usage over once, and requests without bytes as well', () => {
    const { account } = create({ limitBytes: null });
    expect(account.beginFlush()).toBeUndefined();
    account.countRequest();
    expect(account.beginFlush()).toMatchObject({ up: 0, down: 0, requests: 1, wanted: 0 });
    account.countRequest();
    account.countRequest();
    account.take('up', 5);
    account.take('down', 7);
    expect(account.beginFlush()).toMatchObject({ up: 5, down: 7, requests: 2, wanted: 0 });
    expect(account.beginFlush()).toBeUndefined();
  });

  it('is the same before, during and after a batch', () => {
    const { account } = leased(1_000);
    account.take('up', 5);
    account.take('down', 7);
    expect(account.usedBytes).toBe(12);
    const batch = account.beginFlush()!;
    expect(account.usedBytes).toBe(12);
    account.endFlush(batch, settled(12, 900));
    expect(account.usedBytes).toBe(12);
  });

  it('takes off a new lease what passed while it was being granted', () => {
    const { account } = leased(1_000);
    account.take('up', 100);
    const first = account.beginFlush()!;
    account.take('down', 30);
    const second = account.beginFlush()!;
    account.take('up', 20);
    account.take('down', 10);
    account.endFlush(first, settled(100, 500));
    expect(account.take('up', 1_000)).toBe(500 - 60);
    account.endFlush(second, settled(130, 470));
    expect(account.usedBytes).toBe(600);
  });

  it('neither counts nor admits what the lease does not allow', () => {
    const { account, meter } = create();
    expect(account.take('up', 10)).toBe(0);
    expect(meter).toMatchObject({ admitted: [], noted: 0 });
    expect(account.usedBytes).toBe(0);
  });

  it('keeps the lease of bytes that may not pass unsaved', () => {
    const { account, meter } = leased(100);
    meter.isFull = true;
    expect(account.take('up', 60)).toBe(0);
    expect([account.usedBytes, account.unsaved]).toEqual([0, 0]);
    meter.isFull = false;
    expect(account.take('up', 100)).toBe(100);
    expect(account.unsaved).toBe(100);
  });

  it('gives no lease to a proxy that had no limit when its bytes might not pass', () => {
    const { account, meter } = create({ limitBytes: null });
    meter.isFull = true;
    expect(account.take('up', 60)).toBe(0);
    meter.isFull = false;
    account.apply(credential({ limitBytes: 1_000 }), 1);
    expect(account.take('up', 60)).toBe(0);
  });
});

describe('An account', () => {
  it('can be evicted without connections, unsaved usage and lease only', () => {
    expect(create().account.isIdle).toBe(true);
    expect(leased(100).account.isIdle).toBe(false);
    const { account } = create({ limitBytes: null });
    const { connection } = connect(account);
    expect(account.isIdle).toBe(false);
    connection.close();
    account.take('up', 1);
    expect(account.isIdle).toBe(false);
    const batch = account.beginFlush()!;
    expect([account.isIdle, account.hasUnsaved]).toEqual([false, true]);
    account.endFlush(batch, settled(1, 0));
    expect([account.isIdle, account.hasUnsaved]).toEqual([true, false]);
  });

  it('loses its lease when the proxy no longer exists', () => {
    const { account } = leased(100);
    account.take('up', 1);
    account.endFlush(account.beginFlush()!, undefined);
    expect([account.lease.isHeld, account.take('up', 1)]).toEqual([false, 0]);
  });

  it('keeps a connection that came by its address when the password changes', () => {
    const { account } = create();
    const cuts: string[] = [];
    account.connections.add({
      protocol: 'http' as const,
      digest: null,
      cut: (reason) => void cuts.push(reason),
    });
    account.apply(credential({ digest: Buffer.alloc(32, 1) }), 1);
    expect(cuts).toEqual([]);
  });

  it.each([
    ['stops', 1.5 * GIB, 0],
    ['goes on', 0.5 * GIB, 10],
  ])('%s after the end of its lease with %d bytes of 2 GiB used', (_what, used, allowed) => {
    const { account } = leased(1_000, { limitBytes: 2 * GIB });
    account.take('up', 1);
    account.endFlush(account.beginFlush()!, settled(used, 1_000));
    const later = performance.now() + 60_000;
    const clock = jest.spyOn(performance, 'now').mockReturnValue(later);
    expect(account.take('up', 10)).toBe(allowed);
    clock.mockRestore();
  });
});
