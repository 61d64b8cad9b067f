import { Money } from '../../../src/common/money/money';
import type { Actor } from '../../../src/common/security/actor';
import { ProxyExpiryService } from '../../../src/proxies/proxy-expiry.service';
import { OrderQuoteService } from '../../../src/proxies/orders/order-quote.service';
import { ProxyLifecycleService } from '../../../src/proxies/proxy-lifecycle.service';
import { ProxiesService } from '../../../src/proxies/proxies.service';
import { OrderRefundService } from '../../../src/proxies/refunds/order-refund.service';
import { expectInvariantsToHold } from '../../support/integrity';
import { waitForLockWaits } from '../../support/lock-waits';
import { countOrders } from './order-helpers';
import {
  catchErrorCode,
  countOutcomes,
  createProxiesTestApp,
  datacenterRequest,
  NIGERIAN_ADDRESS_PRICE,
  ONE_GB_PRICE,
  poolRequest,
  type ProxiesTestApp,
} from './proxies-test-app';

const DAY_MS = 86_400_000;
const GIB = 2n ** 30n;

describe('Renewals and added traffic', () => {
  let app: ProxiesTestApp;
  let proxies: ProxiesService;
  let refunds: OrderRefundService;
  let admin: Actor;

  beforeAll(async () => {
    app = await createProxiesTestApp();
    proxies = app.module.get(ProxiesService, { strict: false });
    refunds = app.module.get(OrderRefundService, { strict: false });
    admin = { ...(await app.createCustomer()), name: 'Ngozi', role: 'admin' };
  });
  expectInvariantsToHold(() => app);
  afterAll(() => app.close());

  const buyPool = async (naira = 100_000) => {
    const actor = await app.createCustomer(naira);
    const { order_id: orderId, proxies: bought } = await app.orders.buyPool(actor, poolRequest());
    return { actor, orderId, proxy: await app.find(actor, bought[0]!.id) };
  };
  const buyAddress = async (naira = 100_000) => {
    const actor = await app.createCustomer(naira);
    const { order_id: orderId, proxies: bought } = await app.orders.buyDatacenter(
      actor,
      datacenterRequest(await app.getCountryId('ng')),
    );
    return { actor, orderId, proxy: await app.find(actor, bought[0]!.id) };
  };
  const renew = (actor: Actor, id: number, key?: string, expected_total?: number) =>
    app.orders.extend(actor, id, 'renewal', { gigabytes: 1, expected_total }, key);
  const addTraffic = (actor: Actor, id: number, key?: string) =>
    app.orders.extend(actor, id, 'traffic', { gigabytes: 1 }, key);
  const renewAddress = (actor: Actor, id: number, key?: string) =>
    app.orders.extend(actor, id, 'renewal', { duration_minutes: 43_200 }, key);
  const setEnd = (id: number, interval: string) =>
    app.sql(
      `UPDATE proxy SET expires_at = date_trunc('milliseconds', now() + $2::interval) WHERE id = $1`,
      [id, interval],
    );
  /** As a gateway meters it and the worker rolls it up. */
  const use = (id: number, bytes: bigint) =>
    app.sql(
      `WITH meter AS (INSERT INTO gateway_meter (proxy_id, bytes_down) VALUES ($1, $2)),
         hour AS (INSERT INTO usage_hour (proxy_id, hour, bytes_down) VALUES ($1, date_trunc('hour', now()), $2))
       UPDATE proxy SET used_bytes = $2 WHERE id = $1`,
      [id, bytes.toString()],
    );
  const expire = () => app.module.get(ProxyExpiryService, { strict: false }).expireDue();
  const daysBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / DAY_MS;

  it('should renew in place, with the same credentials and what was left', async () => {
    const { actor, proxy } = await buyPool();
    await use(proxy.id, 1000n);
    const { transaction, order_status } = await renew(actor, proxy.id);
    expect(order_status).toBe('delivered');
    expect(await app.find(actor, proxy.id)).toEqual({
      ...proxy,
      usedBytes: 1000n,
      limitBytes: 2n * GIB,
      expiresAt: new Date(proxy.expiresAt.getTime() + 30 * DAY_MS),
    });
    expect(transaction).toMatchObject({
      amount: ONE_GB_PRICE,
      description: `Renewal of residential proxy #${proxy.id}, 1 GB, 30 days`,
    });
    expect(await app.getBalance(actor)).toBe(100_000 - 2 * ONE_GB_PRICE);
  });

  it('should renew a datacenter proxy for its period and keep its address', async () => {
    const { actor, proxy } = await buyAddress();
    await renewAddress(actor, proxy.id);
    expect(await app.find(actor, proxy.id)).toEqual({
      ...proxy,
      expiresAt: new Date(proxy.expiresAt.getTime() + 30 * DAY_MS),
    });
    expect(await app.getBalance(actor)).toBe(100_000 - 2 * NIGERIAN_ADDRESS_PRICE);
  });

  it('should add traffic and keep the end', async () => {
    const { actor, proxy } = await buyPool();
    const { transaction } = await addTraffic(actor, proxy.id);
    expect(await app.find(actor, proxy.id)).toEqual({ ...proxy, limitBytes: 2n * GIB });
    expect(transaction.description).toBe(`1 GB added to residential proxy #${proxy.id}`);
  });

  it('should put an expired pool proxy back in service, from now on', async () => {
    const { actor, proxy } = await buyPool();
    await setEnd(proxy.id, '-2 days');
    await expire();
    expect(await proxies.get(actor, proxy.id)).toMatchObject({ status: 'expired', canRenew: true });
    await renew(actor, proxy.id);
    const renewed = await app.find(actor, proxy.id);
    expect(renewed).toMatchObject({ status: 'active', isExpired: false, limitBytes: 2n * GIB });
    expect(daysBetween(new Date(), renewed.expiresAt)).toBeCloseTo(30, 2);
  });

  it.each<[string, string, (proxyId: number, orderId: number) => Promise<unknown>]>([
    ['PROXY_EXPIRED', 'expired too long ago', (id) => setEnd(id, '-31 days')],
    [
      'PROXY_SUSPENDED',
      'suspended by staff',
      (id) => app.module.get(ProxyLifecycleService, { strict: false }).suspend(admin, id, 'abuse'),
    ],
    ['ORDER_REFUNDED', 'refunded', (_id, orderId) => refunds.refund(admin, orderId, 'broken')],
  ])('should refuse with %s a pool proxy that is %s', async (code, _what, change) => {
    const { actor, proxy, orderId } = await buyPool();
    await change(proxy.id, orderId);
    const balance = await app.getBalance(actor);
    expect(await catchErrorCode(renew(actor, proxy.id))).toBe(`conflict ${code}`);
    expect([await app.getBalance(actor), await countOrders(app, actor)]).toEqual([balance, 1]);
    expect((await proxies.get(actor, proxy.id)).canRenew).toBe(false);
  });

  it('should refuse what does not fit the proxy', async () => {
    const { actor, proxy } = await buyPool();
    const { actor: other, proxy: address } = await buyAddress();
    expect(await catchErrorCode(renew(other, proxy.id))).toBe('not_found PROXY_NOT_FOUND');
    expect(await catchErrorCode(renewAddress(actor, proxy.id))).toBe('invalid VALIDATION_FAILED');
    expect(await catchErrorCode(renew(other, address.id))).toBe('invalid VALIDATION_FAILED');
    expect(await catchErrorCode(addTraffic(other, address.id))).toBe('invalid VALIDATION_FAILED');
    for (const { id } of [proxy, address]) await setEnd(id, '-1 hour');
    expect(await catchErrorCode(addTraffic(actor, proxy.id))).toBe('conflict PROXY_EXPIRED');
    expect((await proxies.get(other, address.id)).canRenew).toBe(false);
    expect(await catchErrorCode(renewAddress(other, address.id))).toBe('conflict PROXY_EXPIRED');
    await expire();
  });

  it('should charge the quoted price or nothing', async () => {
    const { actor, proxy } = await buyPool();
    const quotes = app.module.get(OrderQuoteService, { strict: false });
    const { total } = await quotes.quoteRenewal(actor, proxy.id, { gigabytes: 1 });
    expect(total).toBe(ONE_GB_PRICE);
    expect(await catchErrorCode(renew(actor, proxy.id, 'k', 1))).toBe('conflict PRICE_CHANGED');
    expect(await app.getBalance(actor)).toBe(100_000 - ONE_GB_PRICE);
    expect((await renew(actor, proxy.id, 'k', total)).order_status).toBe('delivered');
  });

  it.each(['renewal', 'traffic'] as const)(
    'should charge a %s of any amount what was quoted, at the price per GB of the next smaller package',
    async (kind) => {
      const { actor, proxy } = await buyPool();
      const quotes = app.module.get(OrderQuoteService, { strict: false });
      const { total } = await quotes.quoteRenewal(actor, proxy.id, { gigabytes: 4 }, kind);
      expect(total).toBe((4 * 14_400) / 3);
      const order = { gigabytes: 4, expected_total: total };
      await app.orders.extend(actor, proxy.id, kind, order);
      expect(await app.getBalance(actor)).toBe(100_000 - ONE_GB_PRICE - total);
      expect(await app.find(actor, proxy.id)).toMatchObject({ limitBytes: 5n * GIB });
    },
  );

  it('should renew once for fifty concurrent requests with one key', async () => {
    const { actor, proxy } = await buyPool(2 * ONE_GB_PRICE);
    const receipts = await Promise.all(
      Array.from({ length: 50 }, () => renew(actor, proxy.id, 'once')),
    );
    for (const receipt of receipts) expect(receipt).toEqual(receipts[0]);
    expect(receipts[0]!.proxy.pool_data!.limit_mb).toBe(2048);
    expect(await countOrders(app, actor)).toBe(2);
    expect(await app.getBalance(actor)).toBe(0);
    expect(await catchErrorCode(addTraffic(actor, proxy.id, 'once'))).toBe(
      'conflict IDEMPOTENCY_KEY_REUSED',
    );
    expect(await catchErrorCode(app.orders.buyPool(actor, poolRequest(), 'once'))).toBe(
      'conflict IDEMPOTENCY_KEY_REUSED',
    );
  });

  it('should count each of several concurrent renewals, and charge no more than the balance', async () => {
    const { actor, proxy } = await buyPool(8 * ONE_GB_PRICE);
    await setEnd(proxy.id, '-1 hour');
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        renew(actor, proxy.id).then(
          ({ order_status }) => order_status,
          (error: { kind: string }) => error.kind,
        ),
      ),
    );
    expect(countOutcomes(outcomes)).toEqual({ delivered: 7, insufficient_balance: 13 });
    const after = await proxies.get(actor, proxy.id);
    expect(after.limitBytes).toBe(8n * GIB);
    expect(daysBetween(new Date(), after.expiresAt)).toBeCloseTo(7 * 30, 2);
  });

  it('should charge nothing when what was bought cannot be given, also for the same key later', async () => {
    const { actor, proxy } = await buyPool();
    const setLimit = (bytes: bigint) =>
      app.sql(`UPDATE proxy SET limit_bytes = $2 WHERE id = $1`, [proxy.id, bytes.toString()]);
    // More than the column can hold.
    await setLimit(2n ** 63n - 1n);
    expect(await catchErrorCode(renew(actor, proxy.id, 'k'))).toContain('bigint out of range');
    await setLimit(GIB);
    expect(await proxies.get(actor, proxy.id)).toEqual(proxy);
    expect([await app.getBalance(actor), await countOrders(app, actor)]).toEqual([
      100_000 - ONE_GB_PRICE,
      1,
    ]);
    expect((await renew(actor, proxy.id, 'k')).proxy.pool_data!.limit_mb).toBe(2048);
  });

  it('should renew or expire, never both, when they race', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { actor, proxy } = await buyAddress();
      await setEnd(proxy.id, '40 milliseconds');
      const [outcome] = await Promise.all([
        renewAddress(actor, proxy.id).then(
          ({ order_status }) => order_status as string,
          (error: { code: string }) => error.code,
        ),
        new Promise((done) => setTimeout(done, 30 + 5 * round)).then(expire),
        expire(),
      ]);
      await expire();
      const { isExpired } = await proxies.get(actor, proxy.id);
      expect([outcome, isExpired]).toEqual(
        outcome === 'delivered' ? ['delivered', false] : ['PROXY_EXPIRED', true],
      );
    }
  });

  it('should extend a proxy that is suspended meanwhile, and leave it suspended', async () => {
    const { actor, proxy } = await buyPool();
    const lifecycle = app.module.get(ProxyLifecycleService, { strict: false });
    const other = app.dataSource.createQueryRunner();
    await other.startTransaction();
    await other.query(`SELECT FROM proxy WHERE id = $1 FOR UPDATE`, [proxy.id]);
    const renewal = renew(actor, proxy.id);
    await waitForLockWaits(app, 1);
    const suspension = lifecycle.suspend(admin, proxy.id, 'abuse');
    await waitForLockWaits(app, 2);
    await other.rollbackTransaction();
    await other.release();
    await Promise.all([renewal, suspension]);
    expect(await proxies.get(actor, proxy.id)).toMatchObject({
      ...{ status: 'suspended', limitBytes: 2n * GIB },
      expiresAt: new Date(proxy.expiresAt.getTime() + 30 * DAY_MS),
    });
  });

  it('should charge for an extension that is given, and for no other, when a suspension races it', async () => {
    const lifecycle = app.module.get(ProxyLifecycleService, { strict: false });
    for (let round = 0; round < 5; round += 1) {
      const { actor, proxy } = await buyPool();
      const [outcome] = await Promise.all([
        catchErrorCode(renew(actor, proxy.id)),
        lifecycle.suspend(admin, proxy.id, 'abuse'),
      ]);
      const { status, limitBytes } = await proxies.get(actor, proxy.id);
      const isGiven = outcome === 'no error';
      if (!isGiven) expect(outcome).toBe('conflict PROXY_SUSPENDED');
      expect([status, limitBytes, await app.getBalance(actor)]).toEqual([
        ...['suspended', isGiven ? 2n * GIB : GIB],
        100_000 - (isGiven ? 2 : 1) * ONE_GB_PRICE,
      ]);
    }
  });

  it('should take back exactly what a refunded renewal gave, once', async () => {
    const { actor, proxy } = await buyPool();
    const { order_id: orderId } = await renew(actor, proxy.id);
    const codes = await Promise.all(
      Array.from({ length: 4 }, () => catchErrorCode(refunds.refund(admin, orderId, 'by mistake'))),
    );
    expect(countOutcomes(codes)).toEqual({ 'no error': 1, 'conflict ORDER_REFUNDED': 3 });
    expect(await proxies.get(actor, proxy.id)).toEqual({
      ...proxy,
      reversals: [expect.objectContaining({ kind: 'refund', amount: ONE_GB_PRICE })],
    });
    expect(await app.getBalance(actor)).toBe(100_000 - ONE_GB_PRICE);
  });

  it('should take back no used traffic and no time that is over', async () => {
    const { actor, proxy } = await buyPool();
    const { order_id: orderId } = await renew(actor, proxy.id);
    const { order_id: trafficId } = await addTraffic(actor, proxy.id);
    await use(proxy.id, 2n * GIB);
    await setEnd(proxy.id, '10 days');
    await refunds.refund(admin, trafficId, 'by mistake');
    expect((await proxies.get(actor, proxy.id)).limitBytes).toBe(2n * GIB);
    await refunds.refund(admin, orderId, 'by mistake');
    const after = await proxies.get(actor, proxy.id);
    expect(after).toMatchObject({ limitBytes: 2n * GIB, isExpired: true });
    expect(Math.abs(daysBetween(new Date(), after.expiresAt))).toBeLessThan(0.01);
  });

  it('should take back no traffic that a gateway holds', async () => {
    const { actor, proxy } = await buyPool();
    const { order_id: orderId } = await addTraffic(actor, proxy.id);
    await use(proxy.id, GIB);
    await app.sql(`INSERT INTO gateway_lease (proxy_id, holder, bytes) VALUES ($1, 'silent', 7)`, [
      proxy.id,
    ]);
    await refunds.refund(admin, orderId, 'by mistake');
    expect((await proxies.get(actor, proxy.id)).limitBytes).toBe(GIB + 7n);
  });

  it('should refund the purchase only after its renewals', async () => {
    const { actor, proxy, orderId: purchase } = await buyPool();
    const { order_id: orderId } = await renew(actor, proxy.id);
    expect(await catchErrorCode(refunds.refund(admin, purchase, 'broken'))).toBe(
      'conflict ORDER_HAS_RENEWALS',
    );
    expect(await refunds.quote(purchase)).toMatchObject({
      isExtension: false,
      renewals: [{ orderId, paid: Money.naira(ONE_GB_PRICE) }],
    });
    expect(await refunds.quote(orderId)).toMatchObject({ isExtension: true, renewals: [] });
    await refunds.refund(admin, orderId, 'broken');
    expect(await proxies.get(actor, proxy.id)).toEqual({
      ...proxy,
      reversals: [expect.objectContaining({ kind: 'refund', amount: ONE_GB_PRICE })],
    });
    expect((await refunds.quote(purchase)).renewals).toEqual([]);
    await refunds.refund(admin, purchase, 'broken');
    expect(await app.getBalance(actor)).toBe(100_000);
  });

  it('should refuse a renewal or refuse the refund when they race', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { actor, proxy, orderId } = await buyPool();
      const [renewal, refund] = await Promise.all([
        catchErrorCode(renew(actor, proxy.id)),
        catchErrorCode(refunds.refund(admin, orderId, 'broken')),
      ]);
      expect([
        ['no error', 'conflict ORDER_HAS_RENEWALS'],
        ['conflict ORDER_REFUNDED', 'no error'],
      ]).toContainEqual([renewal, refund]);
    }
  });
});
