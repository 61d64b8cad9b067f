import { poll } from '../../src/embedded/poll';
import {
  waitUntilDrained,
  ledgerCheck,
  backdatePendingWork,
  sqlAt,
  type Sql,
} from '../support/e2e/database';
import { RedisServer } from '../support/e2e/redis-server';
import { Load } from '../support/e2e/load';
import { unique } from '../support/e2e/customer';
import { Site } from '../support/e2e/site';
import { describeWithRedis } from '../support/describe-with-redis';
import { startPlatform, type PlatformFixture } from '../support/processes';
import type { ChildName } from '../support/running-platform';

jest.setTimeout(240_000);

const SHOPPERS = 6;
const RESPONSES_BETWEEN_CRASHES = 24;

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

interface Account {
  balance: number;
  credited: number;
  spent: number;
  orders: Record<string, number>;
}

class CrashTestPlatform {
  sql!: Sql;
  load!: Load;
  private constructor(
    readonly platform: PlatformFixture,
    readonly site: Site,
  ) {}

  static async open(redis?: RedisServer, env: NodeJS.ProcessEnv = {}): Promise<CrashTestPlatform> {
    const platform = await startPlatform({ redis, env });
    const field = new CrashTestPlatform(platform, new Site(platform.apiUrl));
    field.sql = sqlAt(await platform.databaseUrl());
    field.load = await Load.start(field.site, SHOPPERS);
    return field;
  }

  async close(): Promise<void> {
    await this.load.stop();
    await this.platform.stop();
  }

  /** Kills the process under load. Resolves when its replacement runs. */
  async kill(name: ChildName): Promise<void> {
    await this.load.waitForResponses(RESPONSES_BETWEEN_CRASHES);
    const before = await this.platform.kill9(name);
    const restarted = await poll(async () => {
      const now = await this.platform.process.getPid(name).catch(() => undefined);
      return now !== undefined && now !== before;
    }, 60_000);
    if (!restarted) throw new Error(`${name} was not restarted:\n${this.platform.process.output}`);
  }

  async stopLoadAndDrain(): Promise<void> {
    await this.load.waitForResponses(RESPONSES_BETWEEN_CRASHES);
    await this.load.stop();
    // PostgreSQL may still be restarting.
    await poll(
      () =>
        backdatePendingWork(this.sql).then(
          () => true,
          () => false,
        ),
      30_000,
    );
    await waitUntilDrained(this.sql, 90_000);
  }

  async findAccount(email: string): Promise<Account> {
    const [row] = await this.sql<Account>(
      `SELECT coalesce((SELECT balance_kobo FROM ledger_account a WHERE a.user_id = u.id AND a.kind = 'wallet'), 0)::int / 100 AS balance,
         (SELECT coalesce(sum(p.amount_kobo), 0)::int / 100 FROM payment p
          WHERE p.user_id = u.id AND p.status = 'successful') AS credited,
         (SELECT coalesce(sum(o.amount_kobo - o.refunded_kobo), 0)::int / 100 FROM proxy_order o
          WHERE o.user_id = u.id) AS spent,
         (SELECT coalesce(json_object_agg(o.idempotency_key, o.id), '{}') FROM proxy_order o
          WHERE o.user_id = u.id) AS orders
       FROM users u WHERE u.email = $1`,
      [email],
    );
    return row!;
  }
}

/** Invariants after the crashes. */
function itRecovers(field: () => CrashTestPlatform): void {
  // spec: M4.6
  it('completes all work that was started', async () => {
    await field().stopLoadAndDrain();
    const open = await field().sql(
      `SELECT status, count(*)::int FROM proxy_order
       WHERE status NOT IN ('delivered', 'refunded') GROUP BY 1`,
    );
    expect(open).toEqual([]);
  });

  // spec: M4.5
  it('credits every payment once and charges only for delivered goods', async () => {
    for (const { customer, paid, bought } of field().load.shoppers) {
      const account = await field().findAccount(customer.email);
      expect(account.credited).toBe(paid);
      expect(account.balance).toBe(paid - account.spent);
      expect(await customer.balance()).toBe(account.balance);
      expect(account.orders).toMatchObject(Object.fromEntries(bought));
    }
  });

  // spec: M4.5
  it('replays the outcome for a repeated idempotency key and charges once', async () => {
    for (const { customer, unconfirmed } of field().load.shoppers)
      for (const key of unconfirmed) {
        const { orders } = await field().findAccount(customer.email);
        const { status, body } = await customer.tryToBuy({}, key);
        expect([201, 402, 502]).toContain(status);
        if (key in orders && status === 201) expect(body.data!.order_id).toBe(orders[key]);
      }
  });

  it('keeps every ledger invariant', async () => {
    await waitUntilDrained(field().sql, 60_000);
    const { status, output } = await ledgerCheck(await field().platform.databaseUrl());
    expect(output).toMatch(/^(\d+) of \1 invariants hold$/m);
    expect(status).toBe(0);
  });
}

describe('kill -9 in the middle of purchases and payments', () => {
  let field: CrashTestPlatform;

  beforeAll(async () => {
    field = await CrashTestPlatform.open(undefined, DEADLINES);
  });
  afterAll(() => field?.close());

  // spec: M4.5
  it.each<ChildName>(['worker', 'api', 'postgres', 'api'])(
    'of %s: work continues',
    async (name) => {
      await field.kill(name);
      await field.load.waitForResponses(RESPONSES_BETWEEN_CRASHES);
    },
  );

  // spec: M10.1
  it('of nothing, but with PostgreSQL frozen: answers 503 within the deadlines, then work continues', async () => {
    await field.load.waitForResponses(RESPONSES_BETWEEN_CRASHES);
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
    await field.load.waitForResponses(RESPONSES_BETWEEN_CRASHES);
  });

  // spec: M10.2
  it('while PostgreSQL is away, answers 503 with Retry-After', () => {
    const away = field.site.serverErrors.filter(({ status }) => status !== 502);
    expect(away.length).toBeGreaterThan(0);
    const odd = away.filter(({ status, retryAfter }) => status !== 503 || !Number(retryAfter));
    expect(odd).toEqual([]);
  });

  itRecovers(() => field);
});

describeWithRedis('Redis data loss in the middle of purchases and payments', () => {
  let redis: RedisServer;
  let field: CrashTestPlatform;

  beforeAll(async () => {
    redis = await RedisServer.start();
    field = await CrashTestPlatform.open(redis);
  });
  afterAll(async () => {
    await field?.close();
    await redis?.stop();
  });

  // spec: M4.6
  it('killed and replaced by an empty one: work continues', async () => {
    await field.load.waitForResponses(RESPONSES_BETWEEN_CRASHES);
    await redis.killAndReplace();
    await field.load.waitForResponses(RESPONSES_BETWEEN_CRASHES);
  });

  // spec: M4.6
  it('flushed: work continues', async () => {
    await redis.flush();
    await field.load.waitForResponses(RESPONSES_BETWEEN_CRASHES);
    await redis.flush();
  });

  itRecovers(() => field);
});
