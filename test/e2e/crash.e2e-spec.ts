import { unique } from '../support/e2e/customer';
import { CrashTestPlatform, itRecovers } from '../support/e2e/recovery.suite';
import type { ChildName } from '../support/running-platform';

jest.setTimeout(240_000);

/** Short enough for a test, long enough for the statements of a busy machine. */
const DEADLINES = {
  DATABASE_STATEMENT_TIMEOUT_MS: '4000',
  DATABASE_LOCK_TIMEOUT_MS: '3000',
  DATABASE_POOL_WAIT_MS: '4000',
};
/** A wait for a connection, the statement on it with the grace of the network, and some of the machine. */
const LONGEST_ANSWER_MS = 4000 + 4000 + 2000 + 5000;

async function timed<T extends { status: number }>(work: () => Promise<T>) {
  const startedAt = Date.now();
  const { status } = await work();
  return { status, ms: Date.now() - startedAt };
}

describe('kill -9 in the middle of purchases and payments', () => {
  let field: CrashTestPlatform;

  beforeAll(async () => {
    field = await CrashTestPlatform.open(undefined, DEADLINES);
    await field.startLoad();
  });
  afterAll(() => field?.close());

  it.each<ChildName>(['worker', 'api', 'postgres'])('of %s: work continues', async (name) => {
    await field.kill(name);
    await field.load.waitForResponses();
  });

  it('of nothing, but with PostgreSQL frozen: answers 503 within the deadlines, then work continues', async () => {
    await field.load.waitForResponses();
    const { customer } = field.load.shoppers[0]!;
    const { token } = customer;
    const unfreeze = await field.platform.process.freezePostgres();
    try {
      // More calls than connections: some statements are under way, some calls wait for a connection.
      const calls = Array.from({ length: 30 }, () =>
        timed(() => field.site.call('GET', 'wallet', { token })),
      );
      for (const { status, ms } of await Promise.all(calls)) {
        expect(status).toBe(503);
        expect(ms).toBeLessThan(LONGEST_ANSWER_MS);
      }
      const { status, ms } = await timed(() => customer.tryToBuy({}, unique('frozen')));
      expect(status).toBe(503);
      expect(ms).toBeLessThan(LONGEST_ANSWER_MS);
    } finally {
      unfreeze();
    }
    await field.load.waitForResponses();
  });

  it('while PostgreSQL is away, answers 503 with Retry-After', () => {
    // The simulated card provider is on the same PostgreSQL, and its silence is another matter.
    const away = field.site.serverErrors.filter(({ code }) => code !== 'UPSTREAM_UNKNOWN');
    expect(away.length).toBeGreaterThan(0);
    const odd = away.filter(({ status, retryAfter }) => status !== 503 || !Number(retryAfter));
    expect(odd).toEqual([]);
  });

  itRecovers(() => field);
});
