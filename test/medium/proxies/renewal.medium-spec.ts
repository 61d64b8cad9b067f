import { Money } from '../../../src/common/money/money';
import type { Actor } from '../../../src/common/security/actor';
import { OrderDecisionService } from '../../../src/proxies/decisions/order-decision.service';
import { ProxyExpiryService } from '../../../src/proxies/lifecycle/proxy-expiry.service';
import { ProxyLifecycleService } from '../../../src/proxies/lifecycle/proxy-lifecycle.service';
import { AttemptResolutionService } from '../../../src/proxies/orders/attempt-resolution.service';
import { ProxiesService } from '../../../src/proxies/proxies.service';
import { PartialRefundService } from '../../../src/proxies/refunds/partial-refund.service';
import { OrderRefundService } from '../../../src/proxies/refunds/order-refund.service';
import { ExtensionRetractionService } from '../../../src/proxies/renewal/extension-retraction.service';
import { RenewalService } from '../../../src/proxies/renewal/renewal.service';
import { findViolatedInvariants } from '../../support/integrity';
import { countOrders } from './order-helpers';
import { ageAttempt, getNewestOrder, getOrderState, NO_ANSWER } from './provider-mocks';
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

describe('RenewalService', () => {
  let app: ProxiesTestApp;
  let renewals: RenewalService;
  let proxies: ProxiesService;
  let refunds: OrderRefundService;
  let admin: Actor;

  beforeAll(async () => {
    app = await createProxiesTestApp();
    renewals = app.module.get(RenewalService, { strict: false });
    proxies = app.module.get(ProxiesService, { strict: false });
    refunds = app.module.get(OrderRefundService, { strict: false });
    admin = { ...(await app.createCustomer()), name: 'Ngozi', role: 'admin' };
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    // A minute later, when the shop and the gateway must agree.
    await app.sql(`ALTER TABLE gateway_account DISABLE TRIGGER USER`);
    await app.sql(`UPDATE gateway_account SET updated_at = now() - interval '5 minutes'`);
    await app.sql(`ALTER TABLE gateway_account ENABLE TRIGGER USER`);
    await app.sql(`UPDATE proxy SET updated_at = now() - interval '5 minutes'`);
    expect(await findViolatedInvariants(app)).toEqual([]);
    await app.close();
  });

  const buyPool = async (naira = 100_000) => {
    const actor = await app.createCustomer(naira);
    const { orderId, proxies: bought } = await app.purchases.buyPool(actor, poolRequest());
    return { actor, orderId, proxy: bought[0]! };
  };
  const buyAddress = async (naira = 100_000) => {
    const actor = await app.createCustomer(naira);
    const { orderId, proxies: bought } = await app.purchases.buyDatacenter(
      actor,
      datacenterRequest(await app.getCountryId('ng')),
    );
    return { actor, orderId, proxy: bought[0]! };
  };
  const renew = (actor: Actor, id: number, key?: string, expected?: Money) =>
    renewals.extend(actor, id, 'renewal', { gigabytes: 1 }, key, expected);
  const addTraffic = (actor: Actor, id: number, key?: string) =>
    renewals.extend(actor, id, 'traffic', { gigabytes: 1 }, key);
  const renewAddress = (actor: Actor, id: number, key?: string) =>
    renewals.extend(actor, id, 'renewal', { durationMinutes: 43_200 }, key);
  /** Moves the end of a proxy, in the shop and at the gateway. */
  const setEnd = async (id: number, interval: string) => {
    await app.sql(
      `UPDATE proxy SET expires_at = date_trunc('milliseconds', now() + $2::interval) WHERE id = $1`,
      [id, interval],
    );
    await app.sql(
      `UPDATE gateway_account g SET expires_at = p.expires_at FROM proxy p
       WHERE p.id = $1 AND g.api_id = p.proxy_api_id`,
      [id],
    );
  };
  const use = async (id: number, bytes: bigint) => {
    await app.sql(
      `INSERT INTO gateway_meter (proxy_id, bytes_down) SELECT g.id, $2 FROM gateway_account g
       JOIN proxy p ON p.proxy_api_id = g.api_id WHERE p.id = $1`,
      [id, bytes.toString()],
    );
    await app.sql(`UPDATE proxy SET used_bytes = $2 WHERE id = $1`, [id, bytes.toString()]);
  };
  const expire = () => app.module.get(ProxyExpiryService, { strict: false }).expireDue();
  const resolve = async (orderId: number, seconds: number) => {
    await ageAttempt(app, orderId, seconds);
    await app.module.get(AttemptResolutionService, { strict: false }).sweep();
  };
  const daysBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / DAY_MS;

  // spec: M15.1
  it('should renew in place, with the same credentials and what was left', async () => {
    const { actor, proxy } = await buyPool();
    await use(proxy.id, 1000n);
    const { proxy: renewed, transaction, status } = await renew(actor, proxy.id);
    expect(status).toBe('delivered');
    expect(renewed).toEqual({
      ...proxy,
      usedBytes: 1000n,
      limitBytes: 2n * GIB,
      expiresAt: new Date(proxy.expiresAt.getTime() + 30 * DAY_MS),
    });
    expect(transaction).toMatchObject({
      purpose: 'purchase',
      amount: Money.naira(ONE_GB_PRICE),
      description: `Renewal of residential proxy #${proxy.id}, 1 GB, 30 days`,
    });
    expect(await app.getBalance(actor)).toBe(100_000 - 2 * ONE_GB_PRICE);
  });

  // spec: M15.1
  it('should renew a datacenter proxy for its period and keep its address', async () => {
    const { actor, proxy } = await buyAddress();
    const { proxy: renewed } = await renewAddress(actor, proxy.id);
    expect(renewed).toEqual({
      ...proxy,
      expiresAt: new Date(proxy.expiresAt.getTime() + 30 * DAY_MS),
    });
    expect(await app.getBalance(actor)).toBe(100_000 - 2 * NIGERIAN_ADDRESS_PRICE);
  });

  // spec: M15.2
  it('should add traffic and keep the end', async () => {
    const { actor, proxy } = await buyPool();
    const { proxy: after, transaction } = await addTraffic(actor, proxy.id);
    expect(after).toEqual({ ...proxy, limitBytes: 2n * GIB });
    expect(transaction.description).toBe(`1 GB added to residential proxy #${proxy.id}`);
  });

  // spec: M15.3
  it('should put an expired pool proxy back in service, from now on', async () => {
    const { actor, proxy } = await buyPool();
    await setEnd(proxy.id, '-2 days');
    await expire();
    expect(await proxies.get(actor, proxy.id)).toMatchObject({ status: 'expired', canRenew: true });
    const { proxy: renewed } = await renew(actor, proxy.id);
    expect(renewed).toMatchObject({ status: 'active', isExpired: false, limitBytes: 2n * GIB });
    expect(daysBetween(new Date(), renewed.expiresAt)).toBeCloseTo(30, 2);
  });

  // spec: M15.4
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

  // spec: M15.4
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

  // spec: M15.5
  it('should charge the quoted price or nothing', async () => {
    const { actor, proxy } = await buyPool();
    const { total } = await renewals.quote(actor, proxy.id, 'renewal', { gigabytes: 1 });
    expect(total).toEqual(Money.naira(ONE_GB_PRICE));
    expect(await catchErrorCode(renew(actor, proxy.id, 'k', Money.naira(1)))).toBe(
      'conflict PRICE_CHANGED',
    );
    expect(await app.getBalance(actor)).toBe(100_000 - ONE_GB_PRICE);
    expect((await renew(actor, proxy.id, 'k', total)).status).toBe('delivered');
  });

  // spec: M15.6
  it('should renew once for fifty concurrent requests with one key', async () => {
    const { actor, proxy } = await buyPool(2 * ONE_GB_PRICE);
    const receipts = await Promise.all(
      Array.from({ length: 50 }, () => renew(actor, proxy.id, 'once')),
    );
    for (const receipt of receipts) expect(receipt).toEqual(receipts[0]);
    expect(receipts[0]!.proxy.limitBytes).toBe(2n * GIB);
    expect(await countOrders(app, actor)).toBe(2);
    expect(await app.getBalance(actor)).toBe(0);
    expect(await catchErrorCode(addTraffic(actor, proxy.id, 'once'))).toBe(
      'conflict IDEMPOTENCY_KEY_REUSED',
    );
    expect(await catchErrorCode(app.purchases.buyPool(actor, poolRequest(), 'once'))).toBe(
      'conflict IDEMPOTENCY_KEY_REUSED',
    );
  });

  // spec: M15.6
  it('should count each of several concurrent renewals, and charge no more than the balance', async () => {
    const { actor, proxy } = await buyPool(8 * ONE_GB_PRICE);
    await setEnd(proxy.id, '-1 hour');
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        renew(actor, proxy.id).then(
          ({ status }) => status,
          (error: { kind: string }) => error.kind,
        ),
      ),
    );
    expect(countOutcomes(outcomes)).toEqual({ delivered: 7, insufficient_balance: 13 });
    const after = await proxies.get(actor, proxy.id);
    expect(after.limitBytes).toBe(8n * GIB);
    expect(daysBetween(new Date(), after.expiresAt)).toBeCloseTo(7 * 30, 2);
  });

  // spec: M15.7
  it.each([
    ['extended in silence', true, 'delivered'],
    ['forgotten in silence', false, 'refunded'],
  ])('should resolve an unknown renewal by the provider: %s', async (_what, isGiven, status) => {
    const { actor, proxy } = await buyPool();
    const real = app.provider.extend.bind(app.provider);
    jest.spyOn(app.provider, 'extend').mockImplementation(async (request) => {
      if (isGiven) await real(request);
      return NO_ANSWER;
    });
    expect((await renew(actor, proxy.id, 'silent')).status).toBe('unknown');
    const orderId = await getNewestOrder(app, actor);
    await resolve(orderId, 30);
    expect((await getOrderState(app, orderId))!.order).toBe(isGiven ? 'delivered' : 'unknown');
    await Promise.all([resolve(orderId, 120), resolve(orderId, 120)]);
    expect((await getOrderState(app, orderId))!.order).toBe(status);
    const after = await proxies.get(actor, proxy.id);
    expect(after.limitBytes).toBe(isGiven ? 2n * GIB : GIB);
    expect(await app.getBalance(actor)).toBe(100_000 - (isGiven ? 2 : 1) * ONE_GB_PRICE);
    if (!isGiven)
      expect(await catchErrorCode(renew(actor, proxy.id, 'silent'))).toBe(
        'upstream_failed DELIVERY_FAILED',
      );
  });

  // spec: M15.7
  it('should refund a renewal that the provider rejects, once', async () => {
    const { actor, proxy } = await buyPool();
    jest
      .spyOn(app.provider, 'extend')
      .mockResolvedValue({ outcome: 'rejected', reason: 'no such account' });
    const codes = await Promise.all(
      Array.from({ length: 5 }, () => catchErrorCode(renew(actor, proxy.id, 'refused'))),
    );
    expect(countOutcomes(codes)).toEqual({ 'upstream_failed DELIVERY_FAILED': 5 });
    expect(await app.getBalance(actor)).toBe(100_000 - ONE_GB_PRICE);
    expect(await proxies.get(actor, proxy.id)).toEqual(proxy);
  });

  // spec: M15.9
  it('should keep an address from being sold while its renewal is undecided', async () => {
    const { actor, proxy } = await buyAddress();
    const real = app.provider.extend.bind(app.provider);
    jest.spyOn(app.provider, 'extend').mockImplementation(async (request) => {
      await real(request);
      return NO_ANSWER;
    });
    await renewAddress(actor, proxy.id);
    const orderId = await getNewestOrder(app, actor);
    const end = `UPDATE proxy SET expires_at = now() - interval '1 second' WHERE id = $1`;
    await app.sql(end, [proxy.id]);
    await expire();
    expect(await app.sql(`SELECT status FROM proxy WHERE id = $1`, [proxy.id])).toEqual([
      { status: 'active' },
    ]);
    const decisions = app.module.get(OrderDecisionService, { strict: false });
    expect(await catchErrorCode(decisions.propose(admin, orderId, 'refunded', 'by phone'))).toBe(
      'conflict RENEWAL_NOT_DECIDABLE',
    );
    await resolve(orderId, 30);
    expect(await proxies.get(actor, proxy.id)).toMatchObject({ isExpired: false });
    await setEnd(proxy.id, '10 days');
  });

  // spec: M15.9
  it('should renew or expire, never both, when they race', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { actor, proxy } = await buyAddress();
      await setEnd(proxy.id, '40 milliseconds');
      const [outcome] = await Promise.all([
        renewAddress(actor, proxy.id).then(
          ({ status }) => status as string,
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

  // spec: M15.10
  it('should extend a proxy that is suspended meanwhile, and leave it suspended', async () => {
    const { actor, proxy } = await buyPool();
    const real = app.provider.extend.bind(app.provider);
    jest.spyOn(app.provider, 'extend').mockImplementation(async (request) => {
      const lifecycle = app.module.get(ProxyLifecycleService, { strict: false });
      await lifecycle.suspend(admin, proxy.id, 'abuse');
      return real(request);
    });
    const { proxy: after } = await renew(actor, proxy.id);
    expect(after).toMatchObject({ status: 'suspended', limitBytes: 2n * GIB });
  });

  // spec: M15.11
  it('should take back exactly what a refunded renewal gave, once', async () => {
    const { actor, proxy } = await buyPool();
    const { orderId } = await renew(actor, proxy.id);
    const codes = await Promise.all(
      Array.from({ length: 4 }, () => catchErrorCode(refunds.refund(admin, orderId, 'by mistake'))),
    );
    expect(countOutcomes(codes)).toEqual({ 'no error': 1, 'conflict ORDER_REFUNDED': 3 });
    const retraction = app.module.get(ExtensionRetractionService, { strict: false });
    await Promise.all([retraction.retractDue(), retraction.retractDue()]);
    expect(await proxies.get(actor, proxy.id)).toEqual(proxy);
    expect(await app.getBalance(actor)).toBe(100_000 - ONE_GB_PRICE);
  });

  // spec: M15.11
  it('should take back no used traffic and no time that is over', async () => {
    const { actor, proxy } = await buyPool();
    const { orderId } = await renew(actor, proxy.id);
    const { orderId: trafficId } = await addTraffic(actor, proxy.id);
    await use(proxy.id, 2n * GIB);
    await setEnd(proxy.id, '10 days');
    await refunds.refund(admin, trafficId, 'by mistake');
    expect((await proxies.get(actor, proxy.id)).limitBytes).toBe(2n * GIB);
    await refunds.refund(admin, orderId, 'by mistake');
    const after = await proxies.get(actor, proxy.id);
    expect(after).toMatchObject({ limitBytes: 2n * GIB, isExpired: true });
    expect(Math.abs(daysBetween(new Date(), after.expiresAt))).toBeLessThan(0.01);
  });

  // spec: M15.11
  it('should take back after a silence of the provider, and refund the purchase only then', async () => {
    const { actor, proxy, orderId: purchase } = await buyPool();
    const { orderId } = await renew(actor, proxy.id);
    expect(await catchErrorCode(refunds.refund(admin, purchase, 'broken'))).toBe(
      'conflict ORDER_HAS_RENEWALS',
    );
    const partial = app.module.get(PartialRefundService, { strict: false });
    expect(await partial.quote(purchase)).toMatchObject({
      isExtension: false,
      renewals: [{ orderId, paid: Money.naira(ONE_GB_PRICE) }],
    });
    expect(await partial.quote(orderId)).toMatchObject({ isExtension: true, renewals: [] });
    const silent = jest.spyOn(app.provider, 'retractExtension').mockResolvedValue(NO_ANSWER);
    await refunds.refund(admin, orderId, 'broken');
    expect((await proxies.get(actor, proxy.id)).limitBytes).toBe(2n * GIB);
    silent.mockRestore();
    await app.sql(`UPDATE proxy_extension SET retract_due_at = now() WHERE order_id = $1`, [
      orderId,
    ]);
    await app.module.get(ExtensionRetractionService, { strict: false }).retractDue();
    expect(await proxies.get(actor, proxy.id)).toEqual(proxy);
    expect((await partial.quote(purchase)).renewals).toEqual([]);
    await refunds.refund(admin, purchase, 'broken');
    expect(await app.getBalance(actor)).toBe(100_000);
  });

  // spec: M15.12
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
