import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { Actor } from '../../../src/common/security/actor';
import { ProxyLifecycleService } from '../../../src/proxies/proxy-lifecycle.service';
import { waitForLockWaits } from '../../support/lock-waits';
import { countOrders, findOrderProxies } from './order-helpers';
import {
  catchErrorCode,
  useProxiesTestApp,
  datacenterRequest,
  expectConsistentBooks,
  poolRequest,
} from './proxies-test-app';

/** Locks, failures and statements of the one transaction that an order is. */
describe('The transaction of an order', () => {
  const app = useProxiesTestApp();
  let nigeria: number;
  let staff: Actor;

  beforeAll(async () => {
    nigeria = await app.getCountryId('ng');
    staff = { ...(await app.createCustomer()), name: 'Ngozi', role: 'admin' };
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await expectConsistentBooks(app);
  });

  const buyThree = (actor: Actor, key?: string) =>
    app.orders.buyDatacenter(actor, datacenterRequest(nigeria, { quantity: 3 }), key);

  /** All that an order could leave behind, of everybody. */
  const readAll = async () => {
    const [row] = await app.sql(`
      SELECT (SELECT count(*)::int FROM wallet_transaction) AS lines, (SELECT count(*)::int FROM ledger_entry) AS entries,
             (SELECT count(*)::int FROM proxy_order) AS orders, (SELECT count(*)::int FROM proxy_extension) AS extensions,
             (SELECT json_agg(p ORDER BY id) FROM proxy p) AS proxies,
             (SELECT count(*)::int FROM stock_unit WHERE order_id IS NOT NULL) AS sold,
             (SELECT count(*)::int FROM audit_log) AS audits`);
    return row;
  };

  /** Runs an order while the database refuses one of its statements, or its commit. */
  async function failAt(event: string, timing: string, work: () => Promise<unknown>) {
    await app.sql(`CREATE FUNCTION fail_here() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'out of order'; END $$`);
    await app.sql(`CREATE CONSTRAINT TRIGGER fail_here AFTER ${event} ${timing}
      FOR EACH ROW EXECUTE FUNCTION fail_here()`);
    try {
      await expect(work()).rejects.toThrow('out of order');
    } finally {
      await app.sql(`DROP FUNCTION fail_here CASCADE`);
    }
  }

  it.each([
    ['charge', 'INSERT ON wallet_transaction', ''],
    ['order', 'INSERT ON proxy_order', ''],
    ['reservation', 'UPDATE ON stock_unit', ''],
    ['insertion of the proxies', 'INSERT ON proxy', ''],
    ['audit', 'INSERT ON audit_log', ''],
    ['commit', 'INSERT ON proxy', 'DEFERRABLE INITIALLY DEFERRED'],
  ])('should leave nothing behind when its %s fails', async (_step, event, timing) => {
    const actor = await app.createCustomer(50_000);
    const before = await readAll();
    await failAt(event, timing, () => buyThree(actor, 'again'));
    expect(await readAll()).toEqual(before);
    expect(await app.getBalance(actor)).toBe(50_000);
    // The key is not used up.
    expect(await buyThree(actor, 'again')).toMatchObject({ order_status: 'delivered' });
    expect(await countOrders(app, actor)).toBe(1);
  });

  it.each([
    ['charge', 'INSERT ON wallet_transaction', ''],
    ['order', 'INSERT ON proxy_order', ''],
    ['extension', 'INSERT ON proxy_extension', ''],
    ['change of the proxy', 'UPDATE ON proxy', ''],
    ['audit', 'INSERT ON audit_log', ''],
    ['commit', 'INSERT ON proxy_extension', 'DEFERRABLE INITIALLY DEFERRED'],
  ])('should leave nothing behind when the %s of a renewal fails', async (_step, event, timing) => {
    const actor = await app.createCustomer(50_000);
    const { proxies } = await app.orders.buyPool(actor, poolRequest());
    const renew = () =>
      app.orders.extend(actor, proxies[0]!.id, 'renewal', { gigabytes: 1 }, 'again');
    const before = await readAll();
    await failAt(event, timing, renew);
    expect(await readAll()).toEqual(before);
    expect(await renew()).toMatchObject({ order_status: 'delivered' });
    expect(await countOrders(app, actor)).toBe(2);
  });

  it('should leave nothing behind when addresses are short', async () => {
    await app.setStock('gh', 2);
    const actor = await app.createCustomer(50_000);
    const before = await readAll();
    const wish = datacenterRequest(await app.getCountryId('gh'), { quantity: 3 });
    expect(await catchErrorCode(app.orders.buyDatacenter(actor, wish))).toBe(
      'conflict OUT_OF_STOCK',
    );
    expect(await readAll()).toEqual(before);
  });

  const suspendAccount = ({ userId }: Actor) =>
    app.module.get(ProxyLifecycleService, { strict: false }).suspendAccount(staff, userId);
  const SUSPENDED = { status: 'suspended', served: 'suspended' };

  it('should suspend what it sells to an account that is suspended before the charge', async () => {
    const actor = await app.createCustomer(50_000);
    let commit: () => void = () => undefined;
    const mayCommit = new Promise<void>((resolve) => (commit = resolve));
    const suspension = new Promise<{ committed: Promise<void> }>((resolve) => {
      const committed = app.uow.run(async () => {
        await suspendAccount(actor);
        resolve({ committed });
        await mayCommit;
      });
    });
    const { committed } = await suspension;
    const purchase = buyThree(actor);
    await waitForLockWaits(app, 1);
    commit();
    await committed;
    const { order_id: orderId, proxies } = await purchase;
    expect(proxies.map(({ status }) => status)).toEqual(['suspended', 'suspended', 'suspended']);
    expect(await findOrderProxies(app, orderId)).toMatchObject([SUSPENDED, SUSPENDED, SUSPENDED]);
  });

  it('should be over before the account is suspended, with what it sold', async () => {
    const actor = await app.createCustomer(50_000);
    const blocker = new Client({ connectionString: app.database.url });
    await blocker.connect();
    await blocker.query('BEGIN; LOCK TABLE stock_unit IN SHARE MODE');
    const purchase = buyThree(actor);
    await waitForLockWaits(app, 1);
    const suspension = suspendAccount(actor);
    await waitForLockWaits(app, 2);
    await blocker.query('COMMIT');
    await blocker.end();
    const [{ order_id: orderId, proxies }] = await Promise.all([purchase, suspension]);
    expect(proxies.map(({ status }) => status)).toEqual(['active', 'active', 'active']);
    expect(await findOrderProxies(app, orderId)).toMatchObject([SUSPENDED, SUSPENDED, SUSPENDED]);
  });

  // A purchase holds its row locks for as long as its statements take.
  it.each<[string, number, number, (actor: Actor) => Promise<unknown>]>([
    ['a package', 8, 4, (actor) => app.orders.buyPool(actor, poolRequest(), randomUUID())],
    ['addresses', 10, 7, (actor) => buyThree(actor, randomUUID())],
  ])(
    'should buy %s with at most %i statements, %i of them in its only transaction',
    async (_what, most, inTransaction, buy) => {
      const actor = await app.createCustomer(500_000);
      await buy(actor);
      // As after a pause: what the first purchase has read is remembered for seconds.
      const now = performance.now.bind(performance);
      jest.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
      const query = jest.spyOn(Client.prototype, 'query');
      await buy(actor);
      const sent = query.mock.calls
        .map(([sql]) => (sql as { text?: string }).text ?? String(sql))
        .filter((text) => !/bullmq|performance_minute/.test(text));
      jest.restoreAllMocks();
      const [start, commit] = [sent.indexOf('START TRANSACTION'), sent.indexOf('COMMIT')];
      expect(sent.lastIndexOf('COMMIT')).toBe(commit);
      expect(commit - start - 1).toBeLessThanOrEqual(inTransaction);
      expect(sent.length - 2).toBeLessThanOrEqual(most);
    },
  );
});
