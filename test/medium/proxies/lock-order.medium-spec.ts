import { Pool } from 'pg';
import { AuditModule } from '../../../src/audit/audit.module';
import { UsersModule } from '../../../src/users/users.module';
import { WalletFundingService } from '../../../src/admin/users/wallet-funding.service';
import { Money } from '../../../src/common/money/money';
import type { Actor } from '../../../src/common/security/actor';
import { UsageStore } from '../../../src/gateway/meter/usage-store';
import { PlaceService } from '../../../src/proxies/places/place.service';
import { ProxySettingsService } from '../../../src/proxies/proxy-settings.service';
import { ProxyExpiryService } from '../../../src/proxies/proxy-expiry.service';
import { ProxyLifecycleService } from '../../../src/proxies/proxy-lifecycle.service';
import type { ExtensionChoice, PurchaseData } from '../../../src/proxies/orders/orders.dto';
import { OrderRefundService } from '../../../src/proxies/refunds/order-refund.service';
import { AutoRenewalSettingsService } from '../../../src/proxies/renewal/auto-renewal-settings.service';
import { AutoRenewalService } from '../../../src/proxies/renewal/auto-renewal.service';
import { UsageSyncService } from '../../../src/proxies/usage/usage-sync.service';
import { findViolatedInvariants } from '../../support/integrity';
import { waitForLockWaits } from '../../support/lock-waits';
import {
  catchErrorCode,
  closeWithoutDeadlocks,
  countOutcomes,
  createProxiesTestApp,
  datacenterRequest,
  expectConsistentBooks,
  ONE_GB_PRICE,
  poolRequest,
  type ProxiesTestApp,
} from './proxies-test-app';

const WHY = 'The country was not reachable.';
const MOVE = {
  ...{ protocol: 'socks5' as const, ttl_minutes: 10 as const },
  ...{ country: 'ng', region: 'lagos', city: null, isp: null },
};
/** What changes of a proxy answer that others have ended, suspended or extended. */
const REFUSALS = [
  ...['PROXY_SUSPENDED', 'PROXY_EXPIRED', 'ORDER_REFUNDED', 'ORDER_HAS_RENEWALS', 'NOT_SUSPENDED'],
  ...[
    'SUSPENDED_WITH_OWNER',
    'SUSPENDED_BY_OWNER',
    'ALREADY_SUSPENDED',
    'NOTHING_UNUSED',
    'PROXY_MOVED',
  ],
];

/** Whoever waits for a lock waits for somebody who goes on: nobody has to be run again. */
describe('Lock order', () => {
  let app: ProxiesTestApp;

  beforeAll(async () => {
    app = await createProxiesTestApp([UsersModule, AuditModule], [WalletFundingService]);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => closeWithoutDeadlocks(app));

  /** Holds rows in a transaction of its own until `letGo`. */
  async function hold(statement: string, values: unknown[]): Promise<() => Promise<void>> {
    const runner = app.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query(statement, values);
    return async () => {
      await runner.commitTransaction();
      await runner.release();
    };
  }

  it('should release a partial reservation before waiting for more addresses', async () => {
    await app.setStock('zm', 3);
    const [first, second, third] = await app.sql<{ id: number }>(
      `SELECT s.id FROM stock_unit s JOIN exit_node e ON e.id = s.exit_node_id
       WHERE e.country = 'zm' AND s.order_id IS NULL ORDER BY s.id`,
    );
    expect(first).toBeDefined();
    const charged = jest.spyOn(app.wallet, 'charge');
    const wish = datacenterRequest(await app.getCountryId('zm'), { quantity: 2 });
    const [ada, bola] = [await app.createCustomer(50_000), await app.createCustomer(50_000)];

    const sellSecond = await hold(`DELETE FROM stock_unit WHERE id = $1`, [second!.id]);
    const keepThird = await hold(`SELECT FROM stock_unit WHERE id = $1 FOR UPDATE`, [third!.id]);
    const adas = app.orders.buyDatacenter(ada, wish);
    await waitForLockWaits(app, 1);
    await keepThird();
    const bolas = catchErrorCode(app.orders.buyDatacenter(bola, wish));
    await waitForLockWaits(app, 2);
    await sellSecond();

    expect(await adas).toMatchObject({ order_status: 'delivered', proxies: { length: 2 } });
    expect(await bolas).toBe('conflict OUT_OF_STOCK');
    expect(charged).toHaveBeenCalledTimes(2);
  });

  it('should fund a wallet during a concurrent purchase without a deadlock', async () => {
    const ada = await app.createCustomer(10_000);
    const [charged, credited] = [
      jest.spyOn(app.wallet, 'charge'),
      jest.spyOn(app.wallet, 'credit'),
    ];
    const letGo = await hold(`SELECT FROM ledger_account WHERE user_id = $1 FOR UPDATE`, [
      ada.userId,
    ]);
    const purchase = app.orders.buyPool(ada, poolRequest());
    await waitForLockWaits(app, 1);
    const funding = app.module
      .get(WalletFundingService)
      .post({ ...ada, role: 'admin' }, ada.userId, Money.naira(1000), 'FUND-1');
    await waitForLockWaits(app, 2);
    await letGo();
    await Promise.all([purchase, funding]);
    expect(await app.getBalance(ada)).toBe(11_000 - ONE_GB_PRICE);
    expect([charged.mock.calls.length, credited.mock.calls.length]).toEqual([1, 1]);
  });

  it('should renew for no longer than the address lasts that a proxy got meanwhile', async () => {
    const ada = await app.createCustomer(50_000);
    const wish = datacenterRequest(await app.getCountryId('ng'));
    const { proxies } = await app.orders.buyDatacenter(ada, wish);
    const { id, ip } = proxies[0]!;
    const commit = await hold(
      `WITH old AS (UPDATE stock_unit SET order_id = NULL, reserved_at = NULL WHERE address = $2 RETURNING order_id, exit_node_id),
         moved AS (UPDATE proxy SET ip = '203.0.113.77' WHERE id = $1 RETURNING order_id)
       INSERT INTO stock_unit (exit_node_id, address, order_id, reserved_at, upstream_expires_at)
       SELECT old.exit_node_id, '203.0.113.77', moved.order_id, now(), now() + interval '40 days' FROM old, moved`,
      [id, ip],
    );
    const renewal = catchErrorCode(
      app.orders.extend(ada, id, 'renewal', { duration_minutes: 43_200 }),
    );
    await waitForLockWaits(app, 1);
    await commit();
    expect(await renewal).toBe('conflict ADDRESS_ENDS');
  });

  const get = <T>(service: new (...args: never[]) => T): T =>
    app.module.get(service, { strict: false });

  /** `done` or the code of a refusal; other errors are none that a caller may see. */
  const toOutcome = async (work: Promise<unknown>): Promise<string> => {
    try {
      await work;
      return 'done';
    } catch (error) {
      const { kind, code } = error as { kind?: string; code?: string };
      if (kind === undefined) throw error;
      return code!;
    }
  };

  /** Six proxies of four orders; the first is at its end, and the fifth is renewed automatically. */
  async function buyAll(customer: Actor, country: number): Promise<PurchaseData[]> {
    const wish = datacenterRequest(country, { quantity: 3 });
    const orders = [await app.orders.buyDatacenter(customer, wish)];
    for (let more = 0; more < 3; more += 1)
      orders.push(await app.orders.buyPool(customer, poolRequest()));
    const [ended, due] = [orders[0]!.proxies[0]!, orders[2]!.proxies[0]!];
    await get(AutoRenewalSettingsService).enable(customer, due.id, { gigabytes: 1 });
    await app.sql(
      `UPDATE proxy SET expires_at = now() + CASE id WHEN $1 THEN interval '-1 second' ELSE interval '20 hours' END
       WHERE id IN ($1, $2)`,
      [ended.id, due.id],
    );
    return orders;
  }

  it('should change the proxies of a customer in every way at once without a deadlock', async () => {
    const nigeria = await app.getCountryId('ng');
    const ada = await app.createCustomer(10_000_000);
    const staff: Actor = { ...(await app.createCustomer()), name: 'Ngozi', role: 'admin' };
    const [lifecycle, refunds, settings] = [
      get(ProxyLifecycleService),
      get(OrderRefundService),
      get(AutoRenewalSettingsService),
    ];
    const gateway = new Pool({ connectionString: app.database.url, max: 4 });
    const store = new UsageStore(gateway);
    let seq = Date.now();
    const meter = (proxyId: number) =>
      store.settle({
        ...{ gatewayId: `g${proxyId % 3}`, seq: (seq += 1), at: new Date() },
        deltas: [{ proxyId, up: 1000, down: 1000, requests: 1, wanted: 4096 }],
      });
    const outcomes: string[] = [];
    for (let round = 0; round < 8; round += 1) {
      const orders = await buyAll(ada, nigeria);
      const [racks, first, second, third] = orders.map(({ order_id }) => order_id);
      const all = orders.flatMap(({ proxies }) => proxies);
      const [rack, pool, due, last] = [all[1]!, all[3]!, all[4]!, all[5]!];
      const extend = ({ id }: { id: number }, kind: 'renewal' | 'traffic', wish: ExtensionChoice) =>
        app.orders.extend(ada, id, kind, wish);
      const work: (() => Promise<unknown>)[] = [
        () => app.orders.buyPool(ada, poolRequest()),
        () => app.orders.buyDatacenter(ada, datacenterRequest(nigeria, { quantity: 2 })),
        () => extend(pool, 'renewal', { gigabytes: 1 }),
        () => extend(pool, 'traffic', { gigabytes: 1 }),
        () => extend(last, 'renewal', { gigabytes: 1 }),
        () => extend(rack, 'renewal', { duration_minutes: 43_200 }),
        () => refunds.refund(staff, racks!, WHY),
        () => refunds.refundUnused(staff, first!, { reason: WHY }),
        () => refunds.refundAmount(staff, second!, Money.naira(10), WHY, `PART-${second}`),
        () => refunds.refundUnused(staff, third!, { reason: WHY }),
        () => lifecycle.suspend(staff, pool.id, WHY),
        () => lifecycle.resume(staff, pool.id, WHY),
        () => lifecycle.suspendOwn(ada, rack.id),
        () => lifecycle.resumeOwn(ada, rack.id),
        () => lifecycle.suspendAccount(staff, ada.userId),
        () => lifecycle.resumeAccount(staff, ada.userId),
        () => lifecycle.suspendAccount(staff, ada.userId),
        () => lifecycle.reissueOwnCredentials(ada, due.id),
        () => lifecycle.reissueCredentials(staff, pool.id, WHY),
        () => get(ProxyExpiryService).expireDue(),
        () => get(ProxyExpiryService).expireDue(),
        () => get(AutoRenewalService).renewDue(),
        () => settings.enable(ada, due.id, { gigabytes: 2 }),
        () => settings.disable(ada, due.id),
        () => get(ProxySettingsService).rotate(ada, last.id, null),
        () => get(PlaceService).updatePool(ada, { proxy_id: last.proxy_api_id, ...MOVE }),
        () => get(ProxySettingsService).updateDatacenter(ada, rack.proxy_api_id, 'socks5'),
        () => get(ProxySettingsService).changeLabels(ada, due.id, { note: `Round ${round}` }),
        ...all.map(
          ({ id }) =>
            () =>
              meter(id),
        ),
        () => get(UsageSyncService).sync(),
        () => get(UsageSyncService).sync(),
      ];
      // In another order each time: 7 has no divisor in common with the number of calls.
      const shuffled = work.map((_, at) => work[(at * 7 + round * 5) % work.length]!);
      outcomes.push(...(await Promise.all(shuffled.map((start) => toOutcome(start())))));
      await lifecycle.resumeAccount(staff, ada.userId);
      await expectConsistentBooks(app);
    }
    await gateway.end();
    const { done = 0, ...refusals } = countOutcomes(outcomes);
    expect(done).toBeGreaterThan(outcomes.length / 2);
    expect(REFUSALS).toEqual(expect.arrayContaining(Object.keys(refusals)));
    expect(await findViolatedInvariants(app)).toEqual([]);
  });
});
