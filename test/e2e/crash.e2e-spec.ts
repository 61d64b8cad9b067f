import { poll } from '../../src/embedded/poll';
import { drained, ledgerCheck, passTime, sqlAt, type Sql } from '../support/e2e/database';
import { KillableRedis } from '../support/e2e/killable-redis';
import { Load } from '../support/e2e/load';
import { Site } from '../support/e2e/site';
import { describeWithRedis } from '../support/describe-with-redis';
import { startPlatform, type PlatformFixture } from '../support/processes';
import type { ChildName } from '../support/running-platform';

jest.setTimeout(240_000);

const SHOPPERS = 6;
const BETWEEN_DEATHS = 24;

interface Account {
  balance: number;
  credited: number;
  spent: number;
  orders: Record<string, number>;
}

class Battlefield {
  sql!: Sql;
  load!: Load;
  private constructor(
    readonly platform: PlatformFixture,
    readonly site: Site,
  ) {}

  static async open(redis?: KillableRedis): Promise<Battlefield> {
    const platform = await startPlatform({ redis });
    const field = new Battlefield(platform, new Site(platform.apiUrl));
    field.sql = sqlAt(await platform.databaseUrl());
    field.load = await Load.start(field.site, SHOPPERS);
    return field;
  }

  async close(): Promise<void> {
    await this.load.stop();
    await this.platform.stop();
  }

  /** kill -9 in the middle of work. Resolves when another one runs in its place. */
  async kill(name: ChildName): Promise<void> {
    await this.load.goOn(BETWEEN_DEATHS);
    const before = await this.platform.kill9(name);
    const revived = await poll(async () => {
      const now = await this.platform.process.pidOf(name).catch(() => undefined);
      return now !== undefined && now !== before;
    }, 60_000);
    if (!revived) throw new Error(`${name} did not come back:\n${this.platform.process.output}`);
  }

  async endInPeace(): Promise<void> {
    await this.load.goOn(BETWEEN_DEATHS);
    await this.load.stop();
    // PostgreSQL may just have come back.
    await poll(
      () =>
        passTime(this.sql).then(
          () => true,
          () => false,
        ),
      30_000,
    );
    await drained(this.sql, 90_000);
  }

  async accountOf(email: string): Promise<Account> {
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

/** What holds when the smoke has gone, whoever died. */
function thePeace(field: () => Battlefield): void {
  // spec: M4.6
  it('completes all work that was started', async () => {
    await field().endInPeace();
    const open = await field().sql(
      `SELECT status, count(*)::int FROM proxy_order
       WHERE status NOT IN ('delivered', 'refunded') GROUP BY 1`,
    );
    expect(open).toEqual([]);
  });

  // spec: M4.5
  it('credits every payment once and charges only for delivered goods', async () => {
    for (const { customer, paid, bought } of field().load.shoppers) {
      const account = await field().accountOf(customer.email);
      expect(account.credited).toBe(paid);
      expect(account.balance).toBe(paid - account.spent);
      expect(await customer.balance()).toBe(account.balance);
      expect(account.orders).toMatchObject(Object.fromEntries(bought));
    }
  });

  // spec: M4.5
  it('replays the outcome for a repeated idempotency key and charges once', async () => {
    for (const { customer, unanswered } of field().load.shoppers)
      for (const key of unanswered) {
        const { orders } = await field().accountOf(customer.email);
        const { status, body } = await customer.tryToBuy({}, key);
        expect([201, 402, 502]).toContain(status);
        if (key in orders && status === 201) expect(body.data!.order_id).toBe(orders[key]);
      }
  });

  it('keeps every ledger invariant', async () => {
    await drained(field().sql, 60_000);
    const { status, output } = await ledgerCheck(await field().platform.databaseUrl());
    expect(output).toMatch(/^(\d+) of \1 promises hold$/m);
    expect(status).toBe(0);
  });
}

describe('kill -9 in the middle of purchases and payments', () => {
  let field: Battlefield;

  beforeAll(async () => {
    field = await Battlefield.open();
  });
  afterAll(() => field?.close());

  // spec: M4.5
  it.each<ChildName>(['worker', 'api', 'postgres', 'api'])(
    'of %s: work continues',
    async (name) => {
      await field.kill(name);
      await field.load.goOn(BETWEEN_DEATHS);
    },
  );

  thePeace(() => field);
});

describeWithRedis('A Redis that forgets, in the middle of purchases and payments', () => {
  let redis: KillableRedis;
  let field: Battlefield;

  beforeAll(async () => {
    redis = await KillableRedis.start();
    field = await Battlefield.open(redis);
  });
  afterAll(async () => {
    await field?.close();
    await redis?.stop();
  });

  // spec: M4.6
  it('killed and replaced by an empty one: work continues', async () => {
    await field.load.goOn(BETWEEN_DEATHS);
    await redis.killAndReplace();
    await field.load.goOn(BETWEEN_DEATHS);
  });

  // spec: M4.6
  it('flushed: work continues', async () => {
    await redis.flush();
    await field.load.goOn(BETWEEN_DEATHS);
    await redis.flush();
  });

  thePeace(() => field);
});
