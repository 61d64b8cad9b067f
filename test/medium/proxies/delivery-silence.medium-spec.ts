import type { Actor } from '../../../src/common/security/actor';
import { DeliveryService } from '../../../src/proxies/orders/delivery.service';
import { ResolveService } from '../../../src/proxies/orders/resolve.service';
import type { ProvisionResult } from '../../../src/proxies/ports/proxy-provider.port';
import { JobQueue } from '../../../src/queue/job-queue';
import { age, answer, orderOf, refuse, silence, stateOf } from './provider-answers';
import { expectSoundBooks, ONE_GB, openShop, poolWish, rackWish, until, type Shop } from './shop';

describe('What a provider answers', () => {
  let shop: Shop;
  let resolver: ResolveService;

  beforeAll(async () => {
    shop = await openShop();
    resolver = shop.module.get(ResolveService, { strict: false });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await expectSoundBooks(shop);
  });
  afterAll(() => shop.close());

  describe('when it says nothing', () => {
    // spec: C4.16, M6.3
    it('keeps the money and tells the customer that it is being delivered', async () => {
      answer(shop, () => silence);
      const actor = await shop.customer(10_000);
      const receipt = await shop.purchases.buyPool(actor, poolWish());
      expect(receipt).toMatchObject({ status: 'unknown', proxies: [] });
      expect(receipt.refunded.isZero).toBe(true);
      expect(await shop.balance(actor)).toBe(10_000 - ONE_GB);
      expect(await stateOf(shop, receipt.orderId)).toMatchObject({
        order: 'unknown',
        attempt: 'unknown',
      });
      // A job that takes longer than two seconds to leave is left behind the purchase's back.
      const queue = shop.module.get(JobQueue, { strict: false });
      await until(async () => ((await queue.depth()).proxies?.delayed ?? 0) > 0);
    });

    // spec: M6.3
    it('takes a provider that throws for a silent one', async () => {
      jest.spyOn(shop.provider, 'provision').mockRejectedValue(new Error('socket hang up'));
      const actor = await shop.customer(10_000);
      expect(await shop.purchases.buyPool(actor, poolWish())).toMatchObject({ status: 'unknown' });
    });

    // spec: M6.4
    it('delivers later what the provider turns out to have made', async () => {
      answer(shop, () => silence);
      const actor = await shop.customer(10_000);
      const { orderId } = await shop.purchases.buyPool(actor, poolWish(), 'late');
      await age(shop, orderId, 10);
      await resolver.sweep();
      expect(await stateOf(shop, orderId)).toMatchObject({
        order: 'delivered',
        attempt: 'succeeded',
        proxies: 1,
      });
      const replay = await shop.purchases.buyPool(actor, poolWish(), 'late');
      expect(replay).toMatchObject({ status: 'delivered', orderId });
      expect(await shop.balance(actor)).toBe(10_000 - ONE_GB);
    });

    // spec: M6.4
    it('refunds what the provider has no record of, but only after a safe time', async () => {
      refuse(shop, silence);
      const actor = await shop.customer(10_000);
      const { orderId } = await shop.purchases.buyPool(actor, poolWish());
      await age(shop, orderId, 10);
      await resolver.sweep();
      expect(await stateOf(shop, orderId)).toMatchObject({ order: 'unknown', attempt: 'unknown' });
      await age(shop, orderId, shop.provider.missingIsFinalAfterMs / 1000 + 1);
      await resolver.sweep();
      expect(await stateOf(shop, orderId)).toMatchObject({
        order: 'refunded',
        attempt: 'failed',
        debit: 'refunded',
      });
      expect(await shop.balance(actor)).toBe(10_000);
    });

    // spec: M6.4
    it('never refunds on silence alone, however long it lasts', async () => {
      refuse(shop, silence);
      jest.spyOn(shop.provider, 'lookup').mockResolvedValue(silence);
      const actor = await shop.customer(10_000);
      const { orderId } = await shop.purchases.buyPool(actor, poolWish());
      for (let check = 1; check <= 9; check += 1) {
        await age(shop, orderId, 100_000);
        await resolver.sweep();
      }
      expect(await stateOf(shop, orderId)).toMatchObject({ order: 'unknown', attempt: 'unknown' });
      expect(await shop.balance(actor)).toBe(10_000 - ONE_GB);
      const alerts = await shop.sql(
        `SELECT 1 FROM audit_log WHERE action = 'system.alert_raised' AND target = $1`,
        [`order:${orderId}`],
      );
      expect(alerts).toHaveLength(1);
      await shop.sql(`UPDATE provider_attempt SET next_check_at = now() + interval '1 day'`);
    });

    // spec: M6.5
    it('settles once when many workers ask at the same moment', async () => {
      refuse(shop, silence);
      const actor = await shop.customer(10_000);
      const { orderId } = await shop.purchases.buyPool(actor, poolWish());
      await age(shop, orderId, 10_000);
      await Promise.all(Array.from({ length: 20 }, () => resolver.sweep()));
      expect(await stateOf(shop, orderId)).toMatchObject({ order: 'refunded' });
      expect(await shop.balance(actor)).toBe(10_000);
    });

    // spec: M6.5
    it('books one answer when the late reply and the sweep come together', async () => {
      const delivery = shop.module.get(DeliveryService, { strict: false });
      let reply: ProvisionResult | undefined;
      answer(shop, (real) => ((reply = real), silence));
      const actor = await shop.customer(10_000);
      const { orderId } = await shop.purchases.buyPool(actor, poolWish());
      await age(shop, orderId, 10);
      const [{ id }] = (await shop.sql<{ id: number }>(
        `SELECT id FROM provider_attempt WHERE order_id = $1`,
        [orderId],
      )) as [{ id: number }];
      await Promise.all([
        delivery.book(id, orderId, reply!),
        resolver.sweep(),
        delivery.book(id, orderId, reply!),
      ]);
      expect(await stateOf(shop, orderId)).toMatchObject({ order: 'delivered', proxies: 1 });
    });
  });

  describe('when the process dies', () => {
    let revive: () => Promise<unknown> = () => Promise.resolve();
    // On a slow machine what the cases before left open comes due meanwhile.
    beforeEach(() =>
      shop.sql(`UPDATE provider_attempt SET next_check_at = now() + interval '1 day'`),
    );
    afterEach(() => revive());

    /** Charges and writes the order as a purchase does, then hangs until it is revived. */
    const dieBeforeCall = async (actor: Actor) => {
      let wake: (result: ProvisionResult) => void = () => undefined;
      jest
        .spyOn(shop.provider, 'provision')
        .mockReturnValue(new Promise((resolve) => (wake = resolve)));
      const countryId = await shop.countryId('ng');
      const purchase = shop.purchases.buyDatacenter(actor, rackWish(countryId)).catch(() => null);
      revive = () => {
        wake(silence);
        return purchase;
      };
      await until(async () => {
        const rows = await shop.sql(`SELECT FROM proxy_order WHERE user_id = $1`, [actor.userId]);
        return rows.length > 0;
      });
      return orderOf(shop, actor);
    };

    // spec: M4.8
    it('before it called the provider: the sweep refunds in full', async () => {
      const actor = await shop.customer(10_000);
      const orderId = await dieBeforeCall(actor);
      expect(await stateOf(shop, orderId)).toMatchObject({
        order: 'charged',
        attempt: 'sent',
        held: 1,
      });
      await resolver.sweep();
      expect(await stateOf(shop, orderId)).toMatchObject({ order: 'charged' });
      await age(shop, orderId, 10_000);
      await resolver.sweep();
      expect(await stateOf(shop, orderId)).toMatchObject({ order: 'refunded', held: 0 });
      await revive();
      expect(await stateOf(shop, orderId)).toMatchObject({ order: 'refunded', attempt: 'failed' });
      expect(await shop.balance(actor)).toBe(10_000);
    });

    // spec: M4.8
    it('after the provider delivered: the sweep delivers', async () => {
      const delivery = shop.module.get(DeliveryService, { strict: false });
      jest.spyOn(delivery, 'book').mockRejectedValueOnce(new Error('connection lost'));
      const actor = await shop.customer(10_000);
      const { orderId, status } = await shop.purchases.buyPool(actor, poolWish());
      expect(status).toBe('charged');
      await age(shop, orderId, 40);
      await resolver.sweep();
      expect(await stateOf(shop, orderId)).toMatchObject({
        order: 'delivered',
        attempt: 'succeeded',
        proxies: 1,
      });
      expect(await shop.balance(actor)).toBe(10_000 - ONE_GB);
    });

    it('leaves a purchase that is still at work alone', async () => {
      const actor = await shop.customer(10_000);
      const orderId = await dieBeforeCall(actor);
      const asked = jest.spyOn(shop.provider, 'lookup');
      await Promise.all(Array.from({ length: 5 }, () => resolver.sweep()));
      expect(asked).not.toHaveBeenCalled();
      await age(shop, orderId, 10_000);
      await resolver.sweep();
    });
  });
});
