import { pino } from 'pino';
import { ONLY_PROCESS, SharedTally, TallyExchange } from '../process/connection-tally';
import { WrongPasswords } from './wrong-passwords';

describe('WrongPasswords', () => {
  const create = (tally: SharedTally | typeof ONLY_PROCESS = ONLY_PROCESS, maxAddresses = 100) => {
    const lines: Record<string, unknown>[] = [];
    const log = pino({ level: 'warn' }, { write: (line) => lines.push(JSON.parse(line)) });
    const clock = { now: 1_000 };
    const wrong = new WrongPasswords({ limit: 3, tally, maxAddresses }, log, () => clock.now);
    const fail = (address: string, times: number, proxyId?: number) =>
      Array.from({ length: times }, () => wrong.refuse(address, proxyId));
    return { lines, clock, wrong, fail };
  };
  const reasons = (refusals: { reason: string }[]) => refusals.map(({ reason }) => reason);
  const LIMITED = 'TOO_MANY_ATTEMPTS';

  it('should tell an address after its limit to wait for the rest of the minute', () => {
    const { clock, wrong, fail } = create();
    expect(reasons(fail('102.89.1.2', 4))).toEqual([
      ...Array<string>(3).fill('AUTH_FAILED'),
      LIMITED,
    ]);
    expect(reasons(fail('102.89.1.3', 1))).toEqual(['AUTH_FAILED']);
    clock.now += 20_500;
    const [refusal] = fail('102.89.1.2', 1);
    expect(refusal).toMatchObject({ retryAfterSeconds: 40, message: /40 seconds/ as never });
    clock.now += 39_500;
    wrong.sweep();
    expect(reasons(fail('102.89.1.2', 3))).toEqual(Array(3).fill('AUTH_FAILED'));
  });

  it('should know how many came for a proxy, until none has come for an hour', () => {
    const { clock, wrong, fail } = create();
    fail('102.89.1.2', 2, 7);
    fail('102.89.1.3', 1, 7);
    fail('102.89.1.3', 1);
    expect(wrong.ofProxy(7)).toEqual({ count: 3, lastAt: 1_000 });
    expect(wrong.ofProxy(8)).toBeUndefined();
    clock.now += 3_600_000;
    expect(wrong.ofProxy(7)).toBeUndefined();
    fail('102.89.1.2', 1, 7);
    expect(wrong.ofProxy(7)?.count).toBe(1);
  });

  it('should log one line per address and minute, without what was typed', () => {
    const { lines, clock, wrong, fail } = create();
    fail('102.89.1.2', 2, 7);
    fail('102.89.1.2', 3);
    fail('102.89.1.3', 1, 8);
    wrong.sweep();
    expect(lines).toEqual([]);
    clock.now += 60_000;
    wrong.sweep();
    wrong.sweep();
    const event = 'security.proxy_password_rejected';
    const line = { level: 40, event, time: expect.any(Number), msg: 'Wrong proxy passwords' };
    expect(lines).toEqual(
      [
        { ...line, ip: '102.89.1.2', failures: 5, limited: 2, proxyIds: [7], unknown: 3 },
        { ...line, ip: '102.89.1.3', failures: 1, limited: 0, proxyIds: [8], unknown: 0 },
      ].map((one) => expect.objectContaining(one)),
    );
  });

  it('should remember a bounded number of addresses and proxies, and count the rest', () => {
    const { lines, clock, wrong, fail } = create(ONLY_PROCESS, 50);
    for (let n = 0; n < 80; n++) fail(`10.0.0.${n}`, 1);
    for (let id = 1; id <= 40; id++) fail('10.0.0.79', 1, id);
    expect(wrong.size).toBe(50);
    clock.now += 60_000;
    wrong.sweep();
    expect(wrong.size).toBe(0);
    expect(lines).toHaveLength(51);
    expect(lines.at(-2)?.proxyIds).toHaveLength(10);
    expect(lines.at(-1)).toMatchObject({ addresses: 30, failures: 30 });
  });

  it('should log what is left at the end', () => {
    const { lines, wrong, fail } = create();
    fail('102.89.1.2', 1);
    wrong.stop();
    expect(lines).toHaveLength(1);
  });

  it('should limit all processes of a gateway together', () => {
    const tallies = [new SharedTally(), new SharedTally()];
    const [a, b] = tallies.map((tally) => create(tally));
    const primary = new TallyExchange<SharedTally>();
    const pass = () => {
      for (const tally of tallies) primary.report(tally, tally.takeChanges() ?? {});
      const keys = primary.takeChanged();
      for (const tally of tallies) tally.applyElsewhere(primary.elsewhere(tally, keys));
    };
    a!.fail('102.89.1.2', 3);
    pass();
    expect(reasons(b!.fail('102.89.1.2', 1))).toEqual([LIMITED]);
    for (const { clock, wrong } of [a!, b!]) {
      clock.now += 60_000;
      wrong.sweep();
    }
    pass();
    expect(reasons(b!.fail('102.89.1.2', 1))).toEqual(['AUTH_FAILED']);
  });
});
