import { pino } from 'pino';
import { DatabaseProbe, type GatewayState, notReadyBecause } from './readiness';

const healthy: GatewayState = {
  isListening: true,
  isDraining: false,
  hasKey: true,
  schemaDefect: undefined,
  databaseSilentMs: 1_000,
  databaseReachableMs: 3_600_000,
  graceMs: 600_000,
  areExitsLoaded: true,
  exits: 3,
  unsavedMs: 1_000,
};
const codes = (change: Partial<GatewayState>) =>
  notReadyBecause({ ...healthy, ...change }).map(({ code }) => code);

describe('notReadyBecause', () => {
  it.each<[string[], Partial<GatewayState>]>([
    [[], {}],
    [['starting'], { isListening: false }],
    [['draining'], { isDraining: true }],
    [['draining'], { isDraining: true, isListening: false }],
    [['key_missing'], { hasKey: false }],
    [['no_exits'], { exits: 0 }],
    [['exits_not_loaded'], { areExitsLoaded: false, exits: 0 }],
    [['schema_mismatch'], { schemaDefect: 'relation "gateway_exit" does not exist' }],
    [['database_unreachable'], { databaseSilentMs: undefined, databaseReachableMs: 0 }],
    [['usage_unsaved'], { unsavedMs: 30_000 }],
  ])('should give %j for %j', (expected, change) => {
    expect(codes(change)).toEqual(expected);
  });

  it('should stay ready while it serves from memory, and no longer', () => {
    const away = (ms: number) => ({
      databaseSilentMs: ms,
      databaseReachableMs: 0,
      unsavedMs: ms,
    });
    expect(codes(away(599_000))).toEqual([]);
    expect(codes(away(600_000))).toEqual(['database_unreachable', 'usage_unsaved']);
    // It is back, and the usage of the outage is on its way.
    expect(codes({ databaseSilentMs: 0, databaseReachableMs: 1_000, unsavedMs: 300_000 })).toEqual(
      [],
    );
  });

  it('should name what the schema lacks', () => {
    const [reason] = notReadyBecause({ ...healthy, schemaDefect: 'column "x" does not exist' });
    expect(reason?.message).toContain('column "x" does not exist');
  });
});

describe('DatabaseProbe', () => {
  const silent = pino({ level: 'silent' });

  it('should tell a database that is away from one that lacks something', async () => {
    let now = 1_000;
    let failure: Error | undefined;
    const question = () => (failure ? Promise.reject(failure) : Promise.resolve());
    const probe = new DatabaseProbe([question], 60_000, silent, () => now);
    expect(probe.silentMs).toBeUndefined();
    await probe.ask();
    now += 500;
    expect([probe.silentMs, probe.reachableMs, probe.defect]).toEqual([500, 500, undefined]);

    failure = new Error('connect ECONNREFUSED');
    await probe.ask();
    expect([probe.silentMs, probe.reachableMs, probe.defect]).toEqual([500, 0, undefined]);

    failure = Object.assign(new Error('relation "gateway_exit" does not exist'), { code: '42P01' });
    await probe.ask();
    expect([probe.silentMs, probe.defect]).toEqual([0, 'relation "gateway_exit" does not exist']);

    failure = undefined;
    await probe.ask();
    expect(probe.defect).toBeUndefined();
  });
});
