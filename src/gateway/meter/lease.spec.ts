import { Lease, LEASE_TTL_MS, LeaseTerm } from './lease';

const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;

describe('LeaseTerm', () => {
  afterEach(() => jest.restoreAllMocks());

  const at = (ms: number) => jest.spyOn(performance, 'now').mockReturnValue(ms);

  it('ends a second before the database may lease the bytes to others', () => {
    const term = new LeaseTerm();
    term.extend(100_000);
    at(100_000 + LEASE_TTL_MS - 1_001);
    expect(term.isOver).toBe(false);
    at(100_000 + LEASE_TTL_MS - 1_000);
    expect(term.isOver).toBe(true);
    expect(LEASE_TTL_MS).toBe(10_000);
  });

  it('is over before the database was first asked', () => {
    at(0);
    expect(new LeaseTerm().isOver).toBe(true);
  });

  it('reports an extension that came after the end, when the leases are lost', () => {
    const term = new LeaseTerm();
    expect(term.extend(1)).toBe(true);
    expect(term.extend(9_000)).toBe(false);
    expect(term.extend(18_000)).toBe(true);
  });
});

describe('Lease', () => {
  /** That the database has just confirmed. */
  const granted = (bytes: number, used = 0, remaining = bytes) => {
    const term = new LeaseTerm();
    term.extend(performance.now());
    const lease = new Lease(term);
    lease.grant(bytes, used, remaining);
    return lease;
  };

  it('holds nothing before a grant and after a loss', () => {
    const lease = granted(100);
    expect([lease.isHeld, lease.take(10)]).toEqual([true, 10]);
    lease.lose();
    expect([lease.isHeld, lease.take(10)]).toEqual([false, 0]);
    expect(new Lease(new LeaseTerm()).isHeld).toBe(false);
  });

  it('allows what is left, and what was given back', () => {
    const lease = granted(100);
    expect([lease.take(60), lease.take(60), lease.take(1)]).toEqual([60, 40, 0]);
    lease.giveBack(15);
    expect(lease.take(60)).toBe(15);
  });

  it('takes off what was relayed since the batch, never below nothing', () => {
    expect(granted(100, 30).take(100)).toBe(70);
    const spent = granted(100, 130);
    expect(spent.take(100)).toBe(0);
    spent.giveBack(10);
    expect(spent.take(100)).toBe(10);
  });

  it('is low from half of the grant on', () => {
    const lease = granted(100);
    lease.take(49);
    expect(lease.isLow).toBe(false);
    lease.take(1);
    expect(lease.isLow).toBe(true);
  });

  it('relays nothing while it is being returned, and is held until the database has it', () => {
    const lease = granted(100);
    lease.release();
    expect([lease.take(1), lease.isHeld]).toEqual([0, true]);
  });

  it.each([
    ['of 1 GiB', GIB, 0],
    ['of more', GIB + 1, 100],
  ])('that has ended, with a rest %s', (_rest, remaining, allowed) => {
    const lease = new Lease(new LeaseTerm());
    lease.grant(1_000, 0, remaining);
    const later = jest.spyOn(performance, 'now').mockReturnValue(1e9);
    expect(lease.take(100)).toBe(allowed);
    later.mockRestore();
  });

  it('is to be returned after two ticks without traffic', () => {
    const lease = granted(100);
    lease.take(1);
    expect([lease.tick(), lease.tick(), lease.tick()]).toEqual([false, false, true]);
    lease.take(1);
    expect([lease.tick(), lease.tick()]).toEqual([false, false]);
  });

  it('that is not held is not to be returned', () => {
    const lease = new Lease(new LeaseTerm());
    expect([lease.tick(), lease.tick(), lease.tick()]).toEqual([false, false, false]);
  });

  describe('wanted', () => {
    /** A lease that was measured at 1,000 ms. */
    const measured = () => {
      const lease = granted(10 * GIB, 0, 20 * GIB);
      lease.wanted(1_000);
      return lease;
    };

    it('is what the next two seconds need at the present rate', () => {
      const lease = measured();
      lease.take(3 * MIB);
      expect(lease.wanted(2_000)).toBe(6 * MIB);
      lease.take(10 * MIB);
      expect(lease.wanted(4_000)).toBe(10 * MIB);
    });

    it('has bounds', () => {
      const lease = measured();
      expect(lease.wanted(2_000)).toBe(64 * KIB);
      lease.take(GIB);
      expect(lease.wanted(3_000)).toBe(64 * MIB);
    });

    it('follows a rising rate at once and a falling one by half', () => {
      const lease = measured();
      lease.take(8 * MIB);
      expect(lease.wanted(2_000)).toBe(16 * MIB);
      lease.take(2 * MIB);
      expect(lease.wanted(3_000)).toBe(10 * MIB);
      lease.take(12 * MIB);
      expect(lease.wanted(4_000)).toBe(24 * MIB);
    });

    it('does not count bytes that were given back', () => {
      const lease = measured();
      lease.take(8 * MIB);
      lease.giveBack(5 * MIB);
      expect(lease.wanted(2_000)).toBe(6 * MIB);
    });

    it('measures over 5 ms at least and a minute at most', () => {
      const lease = measured();
      lease.take(100 * KIB);
      expect(lease.wanted(1_001)).toBe(40_000 * KIB);
      const slow = measured();
      slow.take(60 * MIB);
      expect(slow.wanted(1_000_000)).toBe(2 * MIB);
    });

    it('starts anew after the lease was returned', () => {
      const lease = measured();
      lease.take(8 * MIB);
      lease.wanted(2_000);
      lease.release();
      expect(lease.wanted(3_000)).toBe(64 * KIB);
    });
  });
});
