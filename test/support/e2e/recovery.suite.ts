import { poll } from '../../../src/embedded/poll';
import { startPlatform, type PlatformFixture } from '../processes';
import type { ChildName } from '../running-platform';
import { waitUntilDrained, ledgerCheck, backdatePendingWork, sqlAt, type Sql } from './database';
import { Load } from './load';
import { requestThroughProxy } from './request-through-proxy';
import type { RedisServer } from './redis-server';
import { Site } from './site';

const SHOPPERS = 6;

/** Orders that lack a proxy or their charge, and charges for no order. */
const HALF_ORDERS = `
  SELECT 'order ' || o.id AS half FROM proxy_order o
  WHERE o.quantity <> (SELECT count(*) FROM proxy p WHERE p.order_id = o.id AND p.status = 'active')
     OR NOT EXISTS (SELECT FROM wallet_transaction t JOIN ledger_transaction l USING (reference)
          WHERE t.id = o.transaction_id AND t.amount_kobo = o.amount_kobo AND l.kind = 'purchase')
  UNION ALL SELECT 'charge ' || t.reference FROM wallet_transaction t
  WHERE t.purpose = 'purchase' AND NOT EXISTS (SELECT FROM proxy_order o WHERE o.transaction_id = t.id)
  UNION ALL SELECT 'posting ' || l.reference FROM ledger_transaction l
  WHERE l.kind = 'purchase' AND NOT EXISTS (SELECT FROM wallet_transaction t WHERE t.reference = l.reference)`;

interface Account {
  balance: number;
  credited: number;
  spent: number;
  orders: Record<string, number>;
}

/** A platform under the load of shoppers, whose parts a test kills. */
export class CrashTestPlatform {
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
    return field;
  }

  async startLoad(): Promise<void> {
    this.load = await Load.start(this.site, SHOPPERS);
  }

  async close(): Promise<void> {
    await this.load?.stop();
    await this.platform.stop();
  }

  /** Kills the process under load. Resolves when its replacement runs. */
  async kill(name: ChildName): Promise<void> {
    await this.load.waitForResponses();
    const before = await this.platform.kill9(name);
    const restarted = await poll(async () => {
      const now = await this.platform.process.getPid(name).catch(() => undefined);
      return now !== undefined && now !== before;
    }, 60_000);
    if (!restarted) throw new Error(`${name} was not restarted:\n${this.platform.process.output}`);
  }

  async stopLoadAndDrain(): Promise<void> {
    await this.load.waitForResponses();
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
    await waitUntilDrained(this.sql);
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
export function itRecovers(field: () => CrashTestPlatform): void {
  it('completes all work that was started', () => field().stopLoadAndDrain());

  it('has every order with its charge and its goods, and no charge without an order', async () => {
    expect(await field().sql(HALF_ORDERS)).toEqual([]);
  });

  it('credits every payment once and charges only for delivered goods', async () => {
    for (const { customer, paid, bought } of field().load.shoppers) {
      const account = await field().findAccount(customer.email);
      expect(account.credited).toBe(paid);
      expect(account.balance).toBe(paid - account.spent);
      expect(await customer.balance()).toBe(account.balance);
      const answered = [...bought].map(([key, { order_id: id }]) => [key, id]);
      expect(account.orders).toMatchObject(Object.fromEntries(answered));
    }
  });

  it('serves at the gateway every proxy that a customer was told of', async () => {
    const { load, platform } = field();
    const proxies = load.shoppers.flatMap(({ bought }) =>
      [...bought.values()].flatMap((purchase) => purchase.proxies),
    );
    expect(proxies.length).toBeGreaterThan(load.shoppers.length);
    const refused: string[] = [];
    for (const proxy of proxies) {
      const status = await requestThroughProxy(platform, proxy, `${platform.apiUrl}/sandbox/echo`);
      if (status !== 200) refused.push(`${proxy.id}: ${status}`);
    }
    expect(refused).toEqual([]);
  });

  it('replays the outcome for a repeated idempotency key and charges once', async () => {
    for (const { customer, unconfirmed } of field().load.shoppers)
      for (const key of unconfirmed) {
        const { orders } = await field().findAccount(customer.email);
        const { status, body } = await customer.tryToBuy({}, key);
        expect([201, 402]).toContain(status);
        if (key in orders && status === 201) expect(body.data!.order_id).toBe(orders[key]);
      }
  });

  it('keeps every ledger invariant', async () => {
    await waitUntilDrained(field().sql);
    const { status, output } = await ledgerCheck(await field().platform.databaseUrl());
    expect(output).toMatch(/^(\d+) of \1 invariants hold$/m);
    expect(status).toBe(0);
  });
}
