import { AttemptResolutionService } from '../../../src/proxies/orders/attempt-resolution.service';
import type { ProvisionResult } from '../../../src/proxies/ports/proxy-provider.port';
import {
  ageAttempt,
  mockProvisionAnswer,
  getNewestOrder,
  mockProvisionResult,
  NO_ANSWER,
  getOrderState,
} from './provider-mocks';
import {
  expectConsistentBooks,
  NIGERIAN_ADDRESS_PRICE,
  ONE_GB_PRICE,
  createProxiesTestApp,
  poolRequest,
  datacenterRequest,
  catchErrorCode,
  countOutcomes,
  type ProxiesTestApp,
} from './proxies-test-app';

describe('DeliveryService', () => {
  let app: ProxiesTestApp;
  let resolver: AttemptResolutionService;

  beforeAll(async () => {
    app = await createProxiesTestApp();
    resolver = app.module.get(AttemptResolutionService, { strict: false });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await expectConsistentBooks(app);
  });
  afterAll(() => app.close());

  describe('rejected', () => {
    // spec: M6.1
    it('should refund the wallet, mark the debit and release the stock', async () => {
      mockProvisionResult(app, { outcome: 'rejected', reason: 'sold out upstream' });
      const actor = await app.createCustomer(50_000);
      const countryId = await app.getCountryId('ng');
      await expect(
        app.purchases.buyDatacenter(actor, datacenterRequest(countryId, { quantity: 2 })),
      ).rejects.toMatchObject({ kind: 'upstream_failed', code: 'DELIVERY_FAILED' });
      expect(await app.getBalance(actor)).toBe(50_000);
      expect(await getOrderState(app, await getNewestOrder(app, actor))).toEqual({
        order: 'refunded',
        attempt: 'failed',
        debit: 'refunded',
        refunded: 2 * NIGERIAN_ADDRESS_PRICE,
        proxies: 0,
        held: 0,
      });
      const lines = await app.sql(
        `SELECT type, purpose, status FROM wallet_transaction WHERE user_id = $1 ORDER BY id`,
        [actor.userId],
      );
      expect(lines.slice(1)).toEqual([
        { type: 'debit', purpose: 'purchase', status: 'refunded' },
        { type: 'credit', purpose: 'refund', status: 'successful' },
      ]);
    });

    // spec: M6.6
    it('should answer a repeated key with the same error without another attempt', async () => {
      const provision = mockProvisionResult(app, { outcome: 'rejected', reason: 'no' });
      const actor = await app.createCustomer(10_000);
      const buy = () => catchErrorCode(app.purchases.buyPool(actor, poolRequest(), 'refused'));
      expect([await buy(), await buy()]).toEqual([
        'upstream_failed DELIVERY_FAILED',
        'upstream_failed DELIVERY_FAILED',
      ]);
      expect(provision).toHaveBeenCalledTimes(1);
      expect(await app.getBalance(actor)).toBe(10_000);
    });
  });

  // spec: M6.6
  it('should stay refunded when a rejected purchase turns out to be delivered', async () => {
    mockProvisionAnswer(app, () => ({ outcome: 'rejected', reason: 'sold out' }));
    const actor = await app.createCustomer(10_000);
    expect(await catchErrorCode(app.purchases.buyPool(actor, poolRequest(), 'late'))).toBe(
      'upstream_failed DELIVERY_FAILED',
    );
    const orderId = await getNewestOrder(app, actor);
    await ageAttempt(app, orderId, 10_000);
    await resolver.sweep();
    expect(await getOrderState(app, orderId)).toMatchObject({
      order: 'refunded',
      attempt: 'failed',
      proxies: 0,
    });
    expect(await app.getBalance(actor)).toBe(10_000);
  });

  describe('partly delivered', () => {
    // spec: M6.2
    it('should keep the delivered units, refund the rest and release its addresses', async () => {
      mockProvisionAnswer(app, (real) =>
        real.outcome === 'delivered'
          ? { outcome: 'partly', units: real.units.slice(0, 2), reason: 'two only' }
          : real,
      );
      const actor = await app.createCustomer(50_000);
      const receipt = await app.purchases.buyDatacenter(
        actor,
        datacenterRequest(await app.getCountryId('ng'), { quantity: 5 }),
      );
      expect(receipt).toMatchObject({ status: 'partly_delivered', quantity: 5 });
      expect(receipt.proxies).toHaveLength(2);
      expect(receipt.refunded.toNaira()).toBe(3 * NIGERIAN_ADDRESS_PRICE);
      expect(await app.getBalance(actor)).toBe(50_000 - 2 * NIGERIAN_ADDRESS_PRICE);
      expect(await getOrderState(app, receipt.orderId)).toMatchObject({
        order: 'partly_delivered',
        attempt: 'succeeded',
        debit: 'successful',
        proxies: 2,
        held: 2,
      });
    });

    // spec: M6.1
    it('should treat an empty delivery as rejected', async () => {
      mockProvisionResult(app, { outcome: 'partly', units: [], reason: 'none' });
      const actor = await app.createCustomer(10_000);
      expect(await catchErrorCode(app.purchases.buyPool(actor, poolRequest()))).toBe(
        'upstream_failed DELIVERY_FAILED',
      );
      expect(await app.getBalance(actor)).toBe(10_000);
    });
  });

  it('should deliver or refund every order under mixed concurrent results', async () => {
    const ways: ((real: ProvisionResult) => ProvisionResult)[] = [
      (real) => real,
      () => NO_ANSWER,
      () => ({ outcome: 'rejected', reason: 'no' }),
    ];
    let serial = 0;
    const real = app.provider.provision.bind(app.provider);
    jest.spyOn(app.provider, 'provision').mockImplementation(async (request) => {
      const way = ways[(serial += 1) % ways.length]!;
      // A refusal is honest: nothing was made.
      return way === ways[2] ? way(NO_ANSWER) : way(await real(request));
    });
    const actor = await app.createCustomer(30 * ONE_GB_PRICE);
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, () =>
        app.purchases.buyPool(actor, poolRequest()).then(
          ({ status }) => status,
          (error: { code: string }) => error.code,
        ),
      ),
    );
    expect(countOutcomes(outcomes)).toEqual({ delivered: 10, unknown: 10, DELIVERY_FAILED: 10 });
    await app.sql(
      `UPDATE provider_attempt a SET next_check_at = now() - interval '1 second'
       FROM proxy_order o WHERE o.id = a.order_id AND o.user_id = $1`,
      [actor.userId],
    );
    await resolver.sweep();
    const [left] = await app.sql(
      `SELECT count(*) FILTER (WHERE status = 'delivered')::int AS delivered,
              count(*) FILTER (WHERE status = 'refunded')::int AS refunded
       FROM proxy_order WHERE user_id = $1`,
      [actor.userId],
    );
    expect(left).toEqual({ delivered: 20, refunded: 10 });
    expect(await app.getBalance(actor)).toBe(10 * ONE_GB_PRICE);
  });
});
