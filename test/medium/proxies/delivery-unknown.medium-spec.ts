import type { Actor } from '../../../src/common/security/actor';
import { DeliveryService } from '../../../src/proxies/orders/delivery.service';
import { AttemptResolutionService } from '../../../src/proxies/orders/attempt-resolution.service';
import type { ProvisionResult } from '../../../src/proxies/ports/proxy-provider.port';
import { JobQueue } from '../../../src/queue/job-queue';
import {
  ageAttempt,
  applyResult,
  mockProvisionAnswer,
  getNewestOrder,
  mockProvisionResult,
  NO_ANSWER,
  getOrderState,
} from './provider-mocks';
import {
  expectConsistentBooks,
  ONE_GB_PRICE,
  createProxiesTestApp,
  poolRequest,
  datacenterRequest,
  waitUntil,
  type ProxiesTestApp,
} from './proxies-test-app';

describe('Delivery with an unknown result', () => {
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

  describe('without an answer', () => {
    // spec: C4.16, M6.3
    it('should keep the charge and report the order as processing', async () => {
      mockProvisionAnswer(app, () => NO_ANSWER);
      const actor = await app.createCustomer(10_000);
      const receipt = await app.purchases.buyPool(actor, poolRequest());
      expect(receipt).toMatchObject({ status: 'unknown', proxies: [] });
      expect(receipt.refunded.isZero).toBe(true);
      expect(await app.getBalance(actor)).toBe(10_000 - ONE_GB_PRICE);
      expect(await getOrderState(app, receipt.orderId)).toMatchObject({
        order: 'unknown',
        attempt: 'unknown',
      });
      // A job that takes longer than two seconds to leave is left behind the purchase's back.
      const queue = app.module.get(JobQueue, { strict: false });
      await waitUntil(async () => ((await queue.depth()).proxies?.delayed ?? 0) > 0);
    });

    // spec: M6.3
    it('should treat an exception as no answer', async () => {
      jest.spyOn(app.provider, 'provision').mockRejectedValue(new Error('socket hang up'));
      const actor = await app.createCustomer(10_000);
      expect(await app.purchases.buyPool(actor, poolRequest())).toMatchObject({
        status: 'unknown',
      });
    });

    // spec: M6.4
    it('should deliver later what the lookup finds', async () => {
      mockProvisionAnswer(app, () => NO_ANSWER);
      const actor = await app.createCustomer(10_000);
      const { orderId } = await app.purchases.buyPool(actor, poolRequest(), 'late');
      await ageAttempt(app, orderId, 10);
      await resolver.sweep();
      expect(await getOrderState(app, orderId)).toMatchObject({
        order: 'delivered',
        attempt: 'succeeded',
        proxies: 1,
      });
      const replay = await app.purchases.buyPool(actor, poolRequest(), 'late');
      expect(replay).toMatchObject({ status: 'delivered', orderId });
      expect(await app.getBalance(actor)).toBe(10_000 - ONE_GB_PRICE);
    });

    // spec: M6.5
    it('should look an attempt up once when it is due, and not before', async () => {
      mockProvisionResult(app, NO_ANSWER);
      const lookup = jest.spyOn(app.provider, 'lookup');
      const actor = await app.createCustomer(10_000);
      const { orderId } = await app.purchases.buyPool(actor, poolRequest());
      const [attempt] = await app.sql<{ id: number }>(
        `SELECT id FROM provider_attempt WHERE order_id = $1`,
        [orderId],
      );
      const resolveTogether = () =>
        Promise.all(Array.from({ length: 6 }, () => resolver.resolve(attempt!.id)));
      await resolveTogether();
      expect(lookup).not.toHaveBeenCalled();
      await ageAttempt(app, orderId, 10);
      await resolveTogether();
      expect(lookup).toHaveBeenCalledTimes(1);
      await app.sql(`UPDATE provider_attempt SET next_check_at = now() + interval '1 day'`);
    });

    // spec: M6.4
    it('should refund a missing purchase only after the safe time', async () => {
      mockProvisionResult(app, NO_ANSWER);
      const actor = await app.createCustomer(10_000);
      const { orderId } = await app.purchases.buyPool(actor, poolRequest());
      await ageAttempt(app, orderId, 10);
      await resolver.sweep();
      expect(await getOrderState(app, orderId)).toMatchObject({
        order: 'unknown',
        attempt: 'unknown',
      });
      await ageAttempt(app, orderId, app.provider.cancelMissingAfterMs / 1000 + 1);
      await resolver.sweep();
      expect(await getOrderState(app, orderId)).toMatchObject({
        order: 'refunded',
        attempt: 'failed',
        debit: 'refunded',
      });
      expect(await app.getBalance(actor)).toBe(10_000);
    });

    // spec: M6.4
    it('should never refund without an answer of the provider', async () => {
      mockProvisionResult(app, NO_ANSWER);
      jest.spyOn(app.provider, 'lookup').mockResolvedValue(NO_ANSWER);
      const actor = await app.createCustomer(10_000);
      const { orderId } = await app.purchases.buyPool(actor, poolRequest());
      for (let check = 1; check <= 9; check += 1) {
        await ageAttempt(app, orderId, 100_000);
        await resolver.sweep();
      }
      expect(await getOrderState(app, orderId)).toMatchObject({
        order: 'unknown',
        attempt: 'unknown',
      });
      expect(await app.getBalance(actor)).toBe(10_000 - ONE_GB_PRICE);
      const alerts = await app.sql(
        `SELECT 1 FROM audit_log WHERE action = 'system.alert_raised' AND target = $1`,
        [`order:${orderId}`],
      );
      expect(alerts).toHaveLength(1);
      await app.sql(`UPDATE provider_attempt SET next_check_at = now() + interval '1 day'`);
    });

    // spec: M6.5
    it('should settle once under concurrent sweeps', async () => {
      mockProvisionResult(app, NO_ANSWER);
      const actor = await app.createCustomer(10_000);
      const { orderId } = await app.purchases.buyPool(actor, poolRequest());
      await ageAttempt(app, orderId, 10_000);
      await Promise.all(Array.from({ length: 20 }, () => resolver.sweep()));
      expect(await getOrderState(app, orderId)).toMatchObject({ order: 'refunded' });
      expect(await app.getBalance(actor)).toBe(10_000);
    });

    // spec: M6.5
    it('should apply one result when a late answer races with the sweep', async () => {
      let reply: ProvisionResult | undefined;
      mockProvisionAnswer(app, (real) => ((reply = real), NO_ANSWER));
      const actor = await app.createCustomer(10_000);
      const { orderId } = await app.purchases.buyPool(actor, poolRequest());
      await ageAttempt(app, orderId, 10);
      const [{ id }] = (await app.sql<{ id: number }>(
        `SELECT id FROM provider_attempt WHERE order_id = $1`,
        [orderId],
      )) as [{ id: number }];
      await Promise.all([
        applyResult(app, id, orderId, reply!),
        resolver.sweep(),
        applyResult(app, id, orderId, reply!),
      ]);
      expect(await getOrderState(app, orderId)).toMatchObject({ order: 'delivered', proxies: 1 });
    });
  });

  describe('after a crash', () => {
    let revive: () => Promise<unknown> = () => Promise.resolve();
    // On a slow machine what the cases before left open comes due meanwhile.
    beforeEach(() =>
      app.sql(`UPDATE provider_attempt SET next_check_at = now() + interval '1 day'`),
    );
    afterEach(() => revive());

    /** Charges and writes the order as a purchase does, then hangs until it is revived. */
    const dieBeforeCall = async (actor: Actor) => {
      let wake: (result: ProvisionResult) => void = () => undefined;
      jest
        .spyOn(app.provider, 'provision')
        .mockReturnValue(new Promise((resolve) => (wake = resolve)));
      const countryId = await app.getCountryId('ng');
      const purchase = app.purchases
        .buyDatacenter(actor, datacenterRequest(countryId))
        .catch(() => null);
      revive = () => {
        wake(NO_ANSWER);
        return purchase;
      };
      await waitUntil(async () => {
        const rows = await app.sql(`SELECT FROM proxy_order WHERE user_id = $1`, [actor.userId]);
        return rows.length > 0;
      });
      return getNewestOrder(app, actor);
    };

    // spec: M4.8
    it('should refund in full when the provider was not called', async () => {
      const actor = await app.createCustomer(10_000);
      const orderId = await dieBeforeCall(actor);
      expect(await getOrderState(app, orderId)).toMatchObject({
        order: 'charged',
        attempt: 'sent',
        held: 1,
      });
      await resolver.sweep();
      expect(await getOrderState(app, orderId)).toMatchObject({ order: 'charged' });
      await ageAttempt(app, orderId, 10_000);
      await resolver.sweep();
      expect(await getOrderState(app, orderId)).toMatchObject({ order: 'refunded', held: 0 });
      await revive();
      expect(await getOrderState(app, orderId)).toMatchObject({
        order: 'refunded',
        attempt: 'failed',
      });
      expect(await app.getBalance(actor)).toBe(10_000);
    });

    // spec: M4.8
    it('should deliver when the provider had delivered', async () => {
      const delivery = app.module.get(DeliveryService, { strict: false });
      jest.spyOn(delivery, 'apply').mockRejectedValueOnce(new Error('connection lost'));
      const actor = await app.createCustomer(10_000);
      const { orderId, status } = await app.purchases.buyPool(actor, poolRequest());
      expect(status).toBe('charged');
      await ageAttempt(app, orderId, 40);
      await resolver.sweep();
      expect(await getOrderState(app, orderId)).toMatchObject({
        order: 'delivered',
        attempt: 'succeeded',
        proxies: 1,
      });
      expect(await app.getBalance(actor)).toBe(10_000 - ONE_GB_PRICE);
    });

    it('should not look up a purchase that is still running', async () => {
      const actor = await app.createCustomer(10_000);
      const orderId = await dieBeforeCall(actor);
      const asked = jest.spyOn(app.provider, 'lookup');
      await Promise.all(Array.from({ length: 5 }, () => resolver.sweep()));
      expect(asked).not.toHaveBeenCalled();
      await ageAttempt(app, orderId, 10_000);
      await resolver.sweep();
    });
  });
});
