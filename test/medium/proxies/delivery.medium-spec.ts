import { JobQueue } from '../../../src/queue/job-queue';
import { DeliveryService } from '../../../src/proxies/orders/delivery.service';
import { ResolveService } from '../../../src/proxies/orders/resolve.service';
import type {
  LookupResult,
  ProvisionRequest,
  ProvisionResult,
} from '../../../src/proxies/ports/proxy-provider.port';
import type { Actor } from '../../../src/common/security/actor';
import {
  expectSoundBooks,
  NIGERIAN_ADDRESS,
  ONE_GB,
  openShop,
  poolWish,
  rackWish,
  refusal,
  tally,
  until,
  type Shop,
} from './shop';

const silence = { outcome: 'unknown', reason: 'timeout' } as const;

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

  /** The real provider works, and its answer is lost or another than it says. */
  const answer = (change: (real: ProvisionResult) => ProvisionResult) => {
    const real = shop.provider.provision.bind(shop.provider);
    return jest
      .spyOn(shop.provider, 'provision')
      .mockImplementation(async (request: ProvisionRequest) => change(await real(request)));
  };
  /** The provider never gets to work. */
  const refuse = (result: ProvisionResult) =>
    jest.spyOn(shop.provider, 'provision').mockResolvedValue(result);
  const refuseLater = (result: Promise<ProvisionResult>) =>
    jest.spyOn(shop.provider, 'provision').mockReturnValue(result);
  const lookup = (result: LookupResult) =>
    jest.spyOn(shop.provider, 'lookup').mockResolvedValue(result);

  const state = async (orderId: number) => {
    const [row] = await shop.sql<Record<string, unknown>>(
      `SELECT o.status AS "order", a.status AS attempt, t.status AS debit, o.refunded_kobo::int / 100 AS refunded,
              (SELECT count(*)::int FROM proxy p WHERE p.order_id = o.id) AS proxies,
              (SELECT count(*)::int FROM stock_unit s WHERE s.order_id = o.id) AS held
       FROM proxy_order o JOIN provider_attempt a ON a.order_id = o.id
       JOIN wallet_transaction t ON t.id = o.transaction_id WHERE o.id = $1`,
      [orderId],
    );
    return row;
  };
  const orderOf = async (actor: Actor): Promise<number> =>
    (
      await shop.sql<{ id: number }>(
        `SELECT id FROM proxy_order WHERE user_id = $1 ORDER BY id DESC LIMIT 1`,
        [actor.userId],
      )
    )[0]!.id;
  /** Makes the order's attempt look as if it had been made so long ago, and due now. */
  const age = (orderId: number, seconds: number) =>
    shop.sql(
      `UPDATE provider_attempt SET next_check_at = now() - interval '1 second',
         created_at = now() - make_interval(secs => $2) WHERE order_id = $1`,
      [orderId, seconds],
    );

  describe('when it refuses', () => {
    it('gives everything back: money, statement and stock', async () => {
      refuse({ outcome: 'rejected', reason: 'sold out upstream' });
      const actor = await shop.customer(50_000);
      const countryId = await shop.countryId('ng');
      await expect(
        shop.purchases.buyDatacenter(actor, rackWish(countryId, { quantity: 2 })),
      ).rejects.toMatchObject({ kind: 'upstream_failed', code: 'DELIVERY_FAILED' });
      expect(await shop.balance(actor)).toBe(50_000);
      expect(await state(await orderOf(actor))).toEqual({
        order: 'refunded',
        attempt: 'failed',
        debit: 'refunded',
        refunded: 2 * NIGERIAN_ADDRESS,
        proxies: 0,
        held: 0,
      });
      const lines = await shop.sql(
        `SELECT type, purpose, status FROM wallet_transaction WHERE user_id = $1 ORDER BY id`,
        [actor.userId],
      );
      expect(lines.slice(1)).toEqual([
        { type: 'debit', purpose: 'purchase', status: 'refunded' },
        { type: 'credit', purpose: 'refund', status: 'successful' },
      ]);
    });

    it('answers the same key with the same refusal and does not try again', async () => {
      const provision = refuse({ outcome: 'rejected', reason: 'no' });
      const actor = await shop.customer(10_000);
      const buy = () => refusal(shop.purchases.buyPool(actor, poolWish(), 'refused'));
      expect([await buy(), await buy()]).toEqual([
        'upstream_failed DELIVERY_FAILED',
        'upstream_failed DELIVERY_FAILED',
      ]);
      expect(provision).toHaveBeenCalledTimes(1);
      expect(await shop.balance(actor)).toBe(10_000);
    });
  });

  it('once refused stays refunded, whatever it turns out to have made', async () => {
    answer(() => ({ outcome: 'rejected', reason: 'sold out' }));
    const actor = await shop.customer(10_000);
    expect(await refusal(shop.purchases.buyPool(actor, poolWish(), 'late'))).toBe(
      'upstream_failed DELIVERY_FAILED',
    );
    const orderId = await orderOf(actor);
    await age(orderId, 10_000);
    await resolver.sweep();
    expect(await state(orderId)).toMatchObject({
      order: 'refunded',
      attempt: 'failed',
      proxies: 0,
    });
    expect(await shop.balance(actor)).toBe(10_000);
  });

  describe('when it delivers only a part', () => {
    it('keeps what came, refunds the rest and frees its addresses', async () => {
      answer((real) =>
        real.outcome === 'delivered'
          ? { outcome: 'partly', units: real.units.slice(0, 2), reason: 'two only' }
          : real,
      );
      const actor = await shop.customer(50_000);
      const receipt = await shop.purchases.buyDatacenter(
        actor,
        rackWish(await shop.countryId('ng'), { quantity: 5 }),
      );
      expect(receipt).toMatchObject({ status: 'partly_delivered', quantity: 5 });
      expect(receipt.proxies).toHaveLength(2);
      expect(receipt.refunded.toNaira()).toBe(3 * NIGERIAN_ADDRESS);
      expect(await shop.balance(actor)).toBe(50_000 - 2 * NIGERIAN_ADDRESS);
      expect(await state(receipt.orderId)).toMatchObject({
        order: 'partly_delivered',
        attempt: 'succeeded',
        debit: 'successful',
        proxies: 2,
        held: 2,
      });
    });

    it('takes an empty delivery for a refusal', async () => {
      refuse({ outcome: 'partly', units: [], reason: 'none' });
      const actor = await shop.customer(10_000);
      expect(await refusal(shop.purchases.buyPool(actor, poolWish()))).toBe(
        'upstream_failed DELIVERY_FAILED',
      );
      expect(await shop.balance(actor)).toBe(10_000);
    });
  });

  describe('when it says nothing', () => {
    it('keeps the money and tells the customer that it is being delivered', async () => {
      answer(() => silence);
      const actor = await shop.customer(10_000);
      const receipt = await shop.purchases.buyPool(actor, poolWish());
      expect(receipt).toMatchObject({ status: 'unknown', proxies: [] });
      expect(receipt.refunded.isZero).toBe(true);
      expect(await shop.balance(actor)).toBe(10_000 - ONE_GB);
      expect(await state(receipt.orderId)).toMatchObject({ order: 'unknown', attempt: 'unknown' });
      const { proxies } = await shop.module.get(JobQueue, { strict: false }).depth();
      expect(proxies?.delayed).toBeGreaterThan(0);
    });

    it('takes a provider that throws for a silent one', async () => {
      jest.spyOn(shop.provider, 'provision').mockRejectedValue(new Error('socket hang up'));
      const actor = await shop.customer(10_000);
      expect(await shop.purchases.buyPool(actor, poolWish())).toMatchObject({ status: 'unknown' });
    });

    it('delivers later what the provider turns out to have made', async () => {
      answer(() => silence);
      const actor = await shop.customer(10_000);
      const { orderId } = await shop.purchases.buyPool(actor, poolWish(), 'late');
      await age(orderId, 10);
      await resolver.sweep();
      expect(await state(orderId)).toMatchObject({
        order: 'delivered',
        attempt: 'succeeded',
        proxies: 1,
      });
      const replay = await shop.purchases.buyPool(actor, poolWish(), 'late');
      expect(replay).toMatchObject({ status: 'delivered', orderId });
      expect(await shop.balance(actor)).toBe(10_000 - ONE_GB);
    });

    it('refunds what the provider has no record of, but only after a safe time', async () => {
      refuse(silence);
      const actor = await shop.customer(10_000);
      const { orderId } = await shop.purchases.buyPool(actor, poolWish());
      await age(orderId, 10);
      await resolver.sweep();
      expect(await state(orderId)).toMatchObject({ order: 'unknown', attempt: 'unknown' });
      await age(orderId, shop.provider.missingIsFinalAfterMs / 1000 + 1);
      await resolver.sweep();
      expect(await state(orderId)).toMatchObject({
        order: 'refunded',
        attempt: 'failed',
        debit: 'refunded',
      });
      expect(await shop.balance(actor)).toBe(10_000);
    });

    it('never refunds on silence alone, however long it lasts', async () => {
      refuse(silence);
      lookup(silence);
      const actor = await shop.customer(10_000);
      const { orderId } = await shop.purchases.buyPool(actor, poolWish());
      for (let check = 1; check <= 9; check += 1) {
        await age(orderId, 100_000);
        await resolver.sweep();
      }
      expect(await state(orderId)).toMatchObject({ order: 'unknown', attempt: 'unknown' });
      expect(await shop.balance(actor)).toBe(10_000 - ONE_GB);
      const alerts = await shop.sql(
        `SELECT 1 FROM audit_log WHERE action = 'system.alert_raised' AND target = $1`,
        [`order:${orderId}`],
      );
      expect(alerts).toHaveLength(1);
      await shop.sql(`UPDATE provider_attempt SET next_check_at = now() + interval '1 day'`);
    });

    it('settles once when many workers ask at the same moment', async () => {
      refuse(silence);
      const actor = await shop.customer(10_000);
      const { orderId } = await shop.purchases.buyPool(actor, poolWish());
      await age(orderId, 10_000);
      await Promise.all(Array.from({ length: 20 }, () => resolver.sweep()));
      expect(await state(orderId)).toMatchObject({ order: 'refunded' });
      expect(await shop.balance(actor)).toBe(10_000);
    });

    it('books one answer when the late reply and the sweep come together', async () => {
      const delivery = shop.module.get(DeliveryService, { strict: false });
      let reply: ProvisionResult | undefined;
      answer((real) => ((reply = real), silence));
      const actor = await shop.customer(10_000);
      const { orderId } = await shop.purchases.buyPool(actor, poolWish());
      await age(orderId, 10);
      const [{ id }] = (await shop.sql<{ id: number }>(
        `SELECT id FROM provider_attempt WHERE order_id = $1`,
        [orderId],
      )) as [{ id: number }];
      await Promise.all([
        delivery.book(id, orderId, reply!),
        resolver.sweep(),
        delivery.book(id, orderId, reply!),
      ]);
      expect(await state(orderId)).toMatchObject({ order: 'delivered', proxies: 1 });
    });
  });

  describe('when the process dies', () => {
    let revive: () => Promise<unknown> = () => Promise.resolve();
    afterEach(() => revive());

    /** Charges and writes the order as a purchase does, then hangs until it is revived. */
    const dieBeforeCall = async (actor: Actor) => {
      let wake: (result: ProvisionResult) => void = () => undefined;
      refuseLater(new Promise((resolve) => (wake = resolve)));
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
      return orderOf(actor);
    };

    it('before it called the provider: the sweep refunds in full', async () => {
      const actor = await shop.customer(10_000);
      const orderId = await dieBeforeCall(actor);
      expect(await state(orderId)).toMatchObject({ order: 'charged', attempt: 'sent', held: 1 });
      await resolver.sweep();
      expect(await state(orderId)).toMatchObject({ order: 'charged' });
      await age(orderId, 10_000);
      await resolver.sweep();
      expect(await state(orderId)).toMatchObject({ order: 'refunded', held: 0 });
      await revive();
      expect(await state(orderId)).toMatchObject({ order: 'refunded', attempt: 'failed' });
      expect(await shop.balance(actor)).toBe(10_000);
    });

    it('after the provider delivered: the sweep delivers', async () => {
      const delivery = shop.module.get(DeliveryService, { strict: false });
      jest.spyOn(delivery, 'book').mockRejectedValueOnce(new Error('connection lost'));
      const actor = await shop.customer(10_000);
      const { orderId, status } = await shop.purchases.buyPool(actor, poolWish());
      expect(status).toBe('charged');
      await age(orderId, 40);
      await resolver.sweep();
      expect(await state(orderId)).toMatchObject({
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
      await age(orderId, 10_000);
      await resolver.sweep();
    });
  });

  it('ends every order one way or the other, whatever came at the same time', async () => {
    const ways: ((real: ProvisionResult) => ProvisionResult)[] = [
      (real) => real,
      () => silence,
      () => ({ outcome: 'rejected', reason: 'no' }),
    ];
    let serial = 0;
    const real = shop.provider.provision.bind(shop.provider);
    jest.spyOn(shop.provider, 'provision').mockImplementation(async (request) => {
      const way = ways[(serial += 1) % ways.length]!;
      // A refusal is honest: nothing was made.
      return way === ways[2] ? way(silence) : way(await real(request));
    });
    const actor = await shop.customer(30 * ONE_GB);
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, () =>
        shop.purchases.buyPool(actor, poolWish()).then(
          ({ status }) => status,
          (error: { code: string }) => error.code,
        ),
      ),
    );
    expect(tally(outcomes)).toEqual({ delivered: 10, unknown: 10, DELIVERY_FAILED: 10 });
    await shop.sql(
      `UPDATE provider_attempt a SET next_check_at = now() - interval '1 second'
       FROM proxy_order o WHERE o.id = a.order_id AND o.user_id = $1`,
      [actor.userId],
    );
    await resolver.sweep();
    const [left] = await shop.sql(
      `SELECT count(*) FILTER (WHERE status = 'delivered')::int AS delivered,
              count(*) FILTER (WHERE status = 'refunded')::int AS refunded
       FROM proxy_order WHERE user_id = $1`,
      [actor.userId],
    );
    expect(left).toEqual({ delivered: 20, refunded: 10 });
    expect(await shop.balance(actor)).toBe(10 * ONE_GB);
  });
});
