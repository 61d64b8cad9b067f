import { Pool } from 'pg';
import { StaffMovementsService } from '../../../src/admin/wallet-corrections/staff-movements.service';
import { WalletCorrectionsModule } from '../../../src/admin/wallet-corrections/wallet-corrections.module';
import { WalletCorrectionsService } from '../../../src/admin/wallet-corrections/wallet-corrections.service';
import { AuditModule } from '../../../src/audit/audit.module';
import { Clock, DAY } from '../../../src/common/time/clock';
import { Money } from '../../../src/common/money/money';
import type { Actor } from '../../../src/common/security/actor';
import { AppConfig } from '../../../src/config/app-config';
import { UsageStore } from '../../../src/gateway/meter/usage-store';
import { OrderRefundService } from '../../../src/proxies/refunds/order-refund.service';
import { UsersModule } from '../../../src/users/users.module';
import { expectInvariantsToHold } from '../../support/integrity';
import { countReserved, findOrderProxies, findStatementLines } from './order-helpers';
import {
  NIGERIAN_ADDRESS_PRICE,
  ONE_GB_PRICE,
  createProxiesTestApp,
  poolRequest,
  datacenterRequest,
  catchErrorCode,
  countOutcomes,
  type ProxiesTestApp,
} from './proxies-test-app';

const WHY = 'The country was not reachable.';

describe('Partial refunds', () => {
  let app: ProxiesTestApp;
  let refunds: OrderRefundService;
  let admin: Actor;
  let pool: Pool;
  let store: UsageStore;
  let seq = Date.now();

  beforeAll(async () => {
    app = await createProxiesTestApp([AuditModule, UsersModule, WalletCorrectionsModule]);
    refunds = app.module.get(OrderRefundService, { strict: false });
    admin = { ...(await app.createCustomer()), name: 'Ngozi', role: 'admin' };
    pool = new Pool({
      connectionString: app.module.get(AppConfig, { strict: false }).database.url,
    });
    store = new UsageStore(pool);
  });
  expectInvariantsToHold(() => app);
  afterAll(async () => {
    await pool.end();
    await app.close();
  });

  const orderOf = async (orderId: number) => {
    const [row] = await app.sql(
      `SELECT o.status, o.refunded_kobo::int / 100 AS refunded, t.status AS line
       FROM proxy_order o JOIN wallet_transaction t ON t.id = o.transaction_id WHERE o.id = $1`,
      [orderId],
    );
    return row;
  };
  const buyPool = async (gigabytes = 1, balance = 10_000) => {
    const buyer = await app.createCustomer(balance);
    const { order_id: orderId } = await app.orders.buyPool(
      buyer,
      poolRequest({ traffic_limit_mb: gigabytes }),
    );
    return { buyer, orderId };
  };
  /** What a gateway does with the order's only proxy: books bytes, and asks for a lease. @returns the lease. */
  const settle = async (holder: string, orderId: number, up: number, wanted: number) => {
    const proxyId = (await findOrderProxies(app, orderId))[0]!.id;
    const delta = { proxyId, up, down: 0, requests: 1, wanted };
    const batch = { gatewayId: holder, seq: (seq += 1), at: new Date(), deltas: [delta] };
    return (await store.settle(batch)).get(proxyId)!.lease;
  };
  const GB = 2 ** 30;
  const MB = 2 ** 20;
  /** Half of the traffic of a gigabyte. */
  const useHalf = (orderId: number) => settle('half', orderId, GB / 2, 0);
  const refundAmount = (orderId: number, naira: number, key: string) =>
    refunds.refundAmount(admin, orderId, Money.naira(naira), WHY, `REFUND-STAFF-${key}`);
  const HALF = Math.floor(ONE_GB_PRICE / 2);

  it('should refund the unused traffic that was shown, once, and end the proxies', async () => {
    const { buyer, orderId } = await buyPool();
    await useHalf(orderId);
    expect(await refunds.quote(orderId)).toMatchObject({
      paid: Money.naira(ONE_GB_PRICE),
      left: Money.naira(ONE_GB_PRICE),
      unused: Money.naira(HALF),
      basis: 'traffic',
      proxies: 1,
    });
    const request = { reason: WHY, expected: Money.naira(HALF) };
    const other = { reason: WHY, expected: Money.naira(HALF + 1) };
    expect(await catchErrorCode(refunds.refundUnused(admin, orderId, other))).toBe(
      'conflict REFUND_CHANGED',
    );
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () =>
        catchErrorCode(refunds.refundUnused(admin, orderId, request)),
      ),
    );
    expect(countOutcomes(outcomes)).toEqual({ 'no error': 1, 'conflict NOTHING_UNUSED': 7 });
    expect(await app.getBalance(buyer)).toBe(10_000 - ONE_GB_PRICE + HALF);
    expect(await orderOf(orderId)).toEqual({
      status: 'delivered',
      refunded: HALF,
      line: 'successful',
    });
    expect(await findOrderProxies(app, orderId)).toMatchObject([
      { status: 'expired', served: 'suspended' },
    ]);
    const [line] = (await findStatementLines(app, buyer)).slice(-1);
    expect(line).toMatchObject({ description: `Refund of the unused part of order ${orderId}` });
    const proxyId = (await findOrderProxies(app, orderId))[0]!.id;
    expect(await app.find(buyer, proxyId)).toMatchObject({
      reversals: [{ kind: 'refund', amount: HALF }],
    });
    // What is left can still be refunded, and then the order is.
    expect((await refunds.refund(admin, orderId, WHY)).amount.toNaira()).toBe(ONE_GB_PRICE - HALF);
    expect(await orderOf(orderId)).toMatchObject({ status: 'refunded', refunded: ONE_GB_PRICE });
    expect(await app.getBalance(buyer)).toBe(10_000);
  });

  it('should not refund a purchase for the traffic of a refunded extension', async () => {
    const { buyer, orderId } = await buyPool();
    await useHalf(orderId);
    const [proxy] = await findOrderProxies(app, orderId);
    const extension = await app.orders.extend(buyer, proxy!.id, 'traffic', { gigabytes: 1 });
    await refunds.refund(admin, extension.order_id, WHY);
    expect((await refunds.quote(orderId)).unused.toNaira()).toBe(HALF);
    await refunds.refundUnused(admin, orderId, { reason: WHY });
    expect(await app.getBalance(buyer)).toBe(10_000 - ONE_GB_PRICE + HALF);
  });

  const priceOf = (bytes: number) => Math.floor((ONE_GB_PRICE * (GB - bytes)) / GB);

  it('should not refund traffic that the gateways have metered or leased and the shop has not copied', async () => {
    const { buyer, orderId } = await buyPool();
    await settle('gone', orderId, GB / 4, 0);
    const lease = await settle('g1', orderId, GB / 4, 32 * MB);
    expect(lease).toBe(32 * MB);
    // Silent, and may be using it.
    const silent = await settle('g2', orderId, 0, 16 * MB);
    await app.sql(
      `UPDATE gateway_flush SET flushed_at = now() - interval '1 minute' WHERE gateway_id = 'g2'`,
    );
    const unused = priceOf(GB / 2 + lease + silent);
    expect((await refunds.quote(orderId)).unused.toNaira()).toBe(unused);
    await refunds.refundUnused(admin, orderId, { reason: WHY });
    expect(await app.getBalance(buyer)).toBe(10_000 - ONE_GB_PRICE + unused);
    // Until they know, gateways may use up their leases, and get nothing more.
    expect(await settle('g3', orderId, 0, MB)).toBe(0);
    expect(await settle('g1', orderId, lease - MB, 64 * MB)).toBeLessThanOrEqual(MB);
  });

  it('should refund no byte that a gateway relays at the same moment', async () => {
    const { buyer, orderId } = await buyPool();
    let isRefunded = false;
    let relayed = 0;
    /** Relays what it has leased, as fast as the database books it. */
    const relay = async (holder: string) => {
      for (let lease = 0, refusals = 0; refusals < 3;) {
        relayed += lease;
        lease = await settle(holder, orderId, lease, 4 * MB);
        if (isRefunded && lease === 0) refusals++;
      }
    };
    const gateways = ['r1', 'r2', 'r3'].map(relay);
    await refunds.refundUnused(admin, orderId, { reason: WHY });
    isRefunded = true;
    await Promise.all(gateways);
    const refunded = (await app.getBalance(buyer)) - (10_000 - ONE_GB_PRICE);
    expect(refunded).toBeLessThanOrEqual(priceOf(relayed));
    expect(refunded).toBeGreaterThan(0);
  });

  it('should refund unused time and return the addresses to stock', async () => {
    const buyer = await app.createCustomer(100_000);
    const country = await app.getCountryId('ng');
    const { order_id: orderId } = await app.orders.buyDatacenter(
      buyer,
      datacenterRequest(country, { quantity: 2 }),
    );
    await app.sql(
      `UPDATE proxy SET expires_at = now() + interval '15 days 30 seconds' WHERE order_id = $1`,
      [orderId],
    );
    expect(await refunds.quote(orderId)).toMatchObject({
      unused: Money.naira(NIGERIAN_ADDRESS_PRICE),
      basis: 'time',
      proxies: 2,
    });
    await refunds.refundUnused(admin, orderId, { reason: WHY });
    expect(await app.getBalance(buyer)).toBe(100_000 - NIGERIAN_ADDRESS_PRICE);
    expect(await countReserved(app, orderId)).toBe(0);
  });

  it('should calculate unused time by the clock of the database', async () => {
    const buyer = await app.createCustomer(100_000);
    const { order_id: orderId } = await app.orders.buyDatacenter(
      buyer,
      datacenterRequest(await app.getCountryId('ng')),
    );
    const { unused } = await refunds.quote(orderId);
    jest
      .spyOn(app.module.get(Clock, { strict: false }), 'now')
      .mockReturnValue(new Date(Date.now() + 20 * DAY));
    expect((await refunds.quote(orderId)).unused).toEqual(unused);
    jest.restoreAllMocks();
  });

  it('should refund other amounts up to the price, leave the proxies in service, and end them with the last', async () => {
    const { buyer, orderId } = await buyPool();
    const third = Math.floor(ONE_GB_PRICE / 3);
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        catchErrorCode(refundAmount(orderId, third, `PART-${orderId}-${index % 3}`)),
      ),
    );
    expect(countOutcomes(outcomes)).toEqual({ 'no error': 6 });
    expect(await orderOf(orderId)).toMatchObject({ status: 'delivered', refunded: 3 * third });
    expect(await findOrderProxies(app, orderId)).toMatchObject([
      { status: 'active', served: 'active' },
    ]);
    const left = ONE_GB_PRICE - 3 * third;
    expect(await catchErrorCode(refundAmount(orderId, left + 1, 'MORE'))).toContain('invalid');
    if (left) expect(await refundAmount(orderId, left, 'LAST')).toMatchObject({ withdrawn: 1 });
    expect(await app.getBalance(buyer)).toBe(10_000);
    expect(await orderOf(orderId)).toMatchObject({ status: 'refunded' });
  });

  it('should never refund more than the price under concurrent refunds of every kind', async () => {
    const { buyer, orderId } = await buyPool();
    await useHalf(orderId);
    await Promise.all([
      ...[1, 2, 3, 4].map((key) =>
        catchErrorCode(refundAmount(orderId, HALF - 1, `ANY-${orderId}-${key}`)),
      ),
      catchErrorCode(refunds.refundUnused(admin, orderId, { reason: WHY })),
      catchErrorCode(refunds.refund(admin, orderId, WHY)),
    ]);
    const { refunded } = (await orderOf(orderId)) as { refunded: number };
    expect(refunded).toBeLessThanOrEqual(ONE_GB_PRICE);
    expect(await app.getBalance(buyer)).toBe(10_000 - ONE_GB_PRICE + refunded);
  });

  it('should refund a large other amount only when another admin approves', async () => {
    const { buyer, orderId } = await buyPool(50, 1_000_000);
    const paid = 1_000_000 - (await app.getBalance(buyer));
    expect(paid).toBeGreaterThan(100_001);
    const movements = app.module.get(StaffMovementsService, { strict: false });
    const outcome = await movements.refundOrder(admin, orderId, 100_001, WHY, 'large');
    if (!('proposal' in outcome)) throw new Error('It was not proposed');
    expect(outcome.proposal).toMatchObject({ kind: 'order_refund', subject_id: orderId });
    expect(await app.getBalance(buyer)).toBe(1_000_000 - paid);
    const second = { ...(await app.createCustomer()), name: 'Emeka', role: 'admin' as const };
    await app.sql(`UPDATE users SET role = 'admin' WHERE id = $1`, [second.userId]);
    await app.sql(`UPDATE admin_term SET started_at = now() - interval '2 days'`);
    const corrections = app.module.get(WalletCorrectionsService, { strict: false });
    const approve = () => catchErrorCode(corrections.approve(second, outcome.proposal.id));
    expect(countOutcomes(await Promise.all([approve(), approve(), approve()]))).toEqual({
      'no error': 1,
      'conflict CORRECTION_DECIDED': 2,
    });
    expect(await app.getBalance(buyer)).toBe(1_000_000 - paid + 100_001);
  });

  it('should refund a large order in full only when another admin approves', async () => {
    const { buyer, orderId } = await buyPool(50, 1_000_000);
    const paid = 1_000_000 - (await app.getBalance(buyer));
    const movements = app.module.get(StaffMovementsService, { strict: false });
    const outcome = await movements.refundOrder(admin, orderId, 'all', WHY, undefined);
    if (!('proposal' in outcome)) throw new Error('It was not proposed');
    expect(outcome.proposal.amount).toBe(Money.naira(paid).toDecimalString());
    const second = await app.createCustomer();
    await app.sql(`UPDATE users SET role = 'admin' WHERE id = $1`, [second.userId]);
    await app.sql(`UPDATE admin_term SET started_at = now() - interval '2 days'`);
    await app.module
      .get(WalletCorrectionsService, { strict: false })
      .approve(second, outcome.proposal.id);
    expect(await app.getBalance(buyer)).toBe(1_000_000);
    expect(await orderOf(orderId)).toMatchObject({ refunded: paid, status: 'refunded' });
  });

  it('should repeat a refund of the unused part that was sent with its key, for that order only', async () => {
    const [first, second] = [await buyPool(), await buyPool()];
    const refundUnused = ({ orderId }: { orderId: number }) =>
      refunds.refundUnused(admin, orderId, { reason: WHY, key: 'the-key' });
    await useHalf(first.orderId);
    const { transactionId, amount } = await refundUnused(first);
    expect(amount).toEqual(Money.naira(HALF));
    expect(await refundUnused(first)).toMatchObject({ transactionId, amount });
    await useHalf(second.orderId);
    expect(await refundUnused(second)).toMatchObject({ amount });
    expect(await app.getBalance(first.buyer)).toBe(10_000 - ONE_GB_PRICE + HALF);
  });

  it('should record what was refunded, of what and why', async () => {
    const { orderId } = await buyPool();
    await useHalf(orderId);
    await refundAmount(orderId, 100, 'RECORD');
    await refunds.refundUnused(admin, orderId, { reason: WHY });
    const lines = await app.sql(
      `SELECT details, changes -> 'before' ->> 'refunded' AS before, changes -> 'after' ->> 'refunded' AS after
       FROM audit_log WHERE action = 'proxy.order_refunded' AND target = $1 ORDER BY id`,
      [`order:${orderId}`],
    );
    expect(lines).toEqual([
      {
        details: `₦100 refunded: part, the proxies stay in service. ${WHY}`,
        ...{ before: '0.00', after: '100.00' },
      },
      {
        details: `₦${HALF.toLocaleString('en')} refunded: the unused part, 1 proxies withdrawn. ${WHY}`,
        ...{ before: '100.00', after: `${HALF + 100}.00` },
      },
    ]);
  });

  it('should say which order is a renewal, and not refund the unused part of a purchase before it', async () => {
    const { buyer, orderId } = await buyPool();
    const [proxy] = await findOrderProxies(app, orderId);
    const renewal = await app.orders.extend(buyer, proxy!.id, 'traffic', { gigabytes: 1 });
    expect(await refunds.quote(orderId)).toMatchObject({ isExtension: false, proxies: 0 });
    expect(await refunds.quote(renewal.order_id)).toMatchObject({ isExtension: true });
    const early = refunds.refundUnused(admin, orderId, { reason: WHY });
    expect(await catchErrorCode(early)).toBe('conflict ORDER_HAS_RENEWALS');
  });

  it('should refuse an order that is refunded or does not exist', async () => {
    const { orderId } = await buyPool();
    await refunds.refund(admin, orderId, WHY);
    expect(await catchErrorCode(refunds.quote(orderId))).toBe('conflict ORDER_REFUNDED');
    expect(await catchErrorCode(refundAmount(2_000_000, 1, 'NONE'))).toBe(
      'not_found ORDER_NOT_FOUND',
    );
  });
});
