import { Money } from '../../../src/common/money/money';
import type { Actor } from '../../../src/common/security/actor';
import { DeliveryService } from '../../../src/proxies/orders/delivery.service';
import { OrderRefundService } from '../../../src/proxies/refunds/order-refund.service';
import { brokenPromises } from '../../support/integrity';
import { auditOf, heldBy, linesOf, proxiesOf } from './order-rows';
import {
  NIGERIAN_ADDRESS,
  ONE_GB,
  openShop,
  poolWish,
  rackWish,
  refusal,
  tally,
  type Shop,
} from './shop';

const WHY = 'The country was not reachable.';

describe('Refunding an order', () => {
  let shop: Shop;
  let refunds: OrderRefundService;
  let admin: Actor;

  beforeAll(async () => {
    shop = await openShop();
    refunds = shop.module.get(OrderRefundService, { strict: false });
    admin = { ...(await shop.customer()), name: 'Ngozi', role: 'admin' };
  });
  afterAll(() => shop.close());
  afterEach(async () => {
    jest.restoreAllMocks();
    expect(await brokenPromises(shop)).toEqual([]);
  });

  const orderOf = async (orderId: number) => {
    const [row] = await shop.sql(
      `SELECT o.status, o.refunded_kobo::int / 100 AS refunded, t.status AS line
       FROM proxy_order o JOIN wallet_transaction t ON t.id = o.transaction_id WHERE o.id = $1`,
      [orderId],
    );
    return row;
  };

  // spec: M8.10
  it('gives the money back and takes the proxy out of service, here and at the provider', async () => {
    const buyer = await shop.customer(10_000);
    const { orderId } = await shop.purchases.buyPool(buyer, poolWish());
    const before = await shop.balance(buyer);
    expect(await refunds.refund(admin, orderId, WHY)).toMatchObject({
      orderId,
      amount: Money.naira(ONE_GB),
      repaid: Money.zero,
      withdrawn: 1,
    });
    expect(await shop.balance(buyer)).toBe(before + ONE_GB);
    expect(await orderOf(orderId)).toEqual({
      status: 'refunded',
      refunded: ONE_GB,
      line: 'refunded',
    });
    expect(await proxiesOf(shop, orderId)).toMatchObject([
      { status: 'expired', due: false, account: 'suspended' },
    ]);
    const [audit] = await shop.sql<{ actor_name: string; details: string; changes: unknown }>(
      `SELECT actor_name, details, changes FROM audit_log
       WHERE target = $1 AND action = 'proxy.order_refunded'`,
      [`order:${orderId}`],
    );
    expect(audit).toEqual({
      actor_name: 'Ngozi',
      details: expect.stringContaining(WHY),
      changes: {
        before: { status: 'delivered', refunded: '0.00' },
        after: { status: 'refunded', refunded: `${ONE_GB}.00` },
      },
    });
  });

  it('gives back what a partial delivery left, and no more', async () => {
    const buyer = await shop.customer(100_000);
    const real = shop.provider.provision.bind(shop.provider);
    jest.spyOn(shop.provider, 'provision').mockImplementation(async (request) => {
      const result = await real(request);
      if (result.outcome !== 'delivered') return result;
      return { outcome: 'partly', units: result.units.slice(0, 2), reason: 'short' };
    });
    const { orderId } = await shop.purchases.buyDatacenter(
      buyer,
      rackWish(await shop.countryId('ng'), { quantity: 3 }),
    );
    expect(await orderOf(orderId)).toMatchObject({ status: 'partly_delivered' });
    expect((await refunds.refund(admin, orderId, WHY)).amount.toNaira()).toBe(2 * NIGERIAN_ADDRESS);
    expect(await shop.balance(buyer)).toBe(100_000);
    expect(await heldBy(shop, orderId)).toBe(0);
  });

  // spec: M3.10
  it('happens once, however many refund it at the same moment', async () => {
    const buyer = await shop.customer(10_000);
    const { orderId } = await shop.purchases.buyPool(buyer, poolWish());
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, () => refusal(refunds.refund(admin, orderId, WHY))),
    );
    expect(tally(outcomes)).toEqual({
      'nothing was refused': 1,
      'conflict ORDER_REFUNDED': 11,
    });
    expect(await shop.balance(buyer)).toBe(10_000);
  });

  it('does not come between an order and its delivery', async () => {
    const buyer = await shop.customer(10_000);
    const real = shop.provider.provision.bind(shop.provider);
    const early: string[] = [];
    jest.spyOn(shop.provider, 'provision').mockImplementation(async (request) => {
      const [order] = await shop.sql<{ id: number }>('SELECT max(id)::int AS id FROM proxy_order');
      early.push(await refusal(refunds.refund(admin, order!.id, WHY)));
      return real(request);
    });
    const { orderId } = await shop.purchases.buyPool(buyer, poolWish());
    expect(early).toEqual(['conflict ORDER_NOT_DELIVERED']);
    expect(await orderOf(orderId)).toMatchObject({ status: 'delivered', refunded: 0 });
  });

  // spec: M3.11
  it('races the delivery and ends either way with sound books', async () => {
    const delivery = shop.module.get(DeliveryService, { strict: false });
    for (let round = 0; round < 5; round += 1) {
      const buyer = await shop.customer(10_000);
      const real = shop.provider.provision.bind(shop.provider);
      jest.spyOn(shop.provider, 'provision').mockImplementationOnce(async (request) => {
        await real(request);
        return { outcome: 'unknown', reason: 'silence' };
      });
      const { orderId } = await shop.purchases.buyPool(buyer, poolWish());
      const [attempt] = await shop.sql<{ id: number; key: string }>(
        'SELECT id, key FROM provider_attempt WHERE order_id = $1',
        [orderId],
      );
      const found = await shop.provider.lookup({ key: attempt!.key, quantity: 1 });
      if (found.outcome === 'missing') throw new Error('The provider lost it');
      const [refused] = await Promise.all([
        refusal(refunds.refund(admin, orderId, WHY)),
        delivery.book(attempt!.id, orderId, found),
      ]);
      const { status } = (await orderOf(orderId)) as { status: string };
      expect(status).toBe(refused === 'nothing was refused' ? 'refunded' : 'delivered');
      expect(await shop.balance(buyer)).toBe(status === 'refunded' ? 10_000 : 10_000 - ONE_GB);
    }
  });

  // spec: M8.10
  it('pays what the customer owes first', async () => {
    const buyer = await shop.customer(5000);
    const { orderId } = await shop.purchases.buyPool(buyer, poolWish());
    await shop.uow.run(() =>
      shop.wallet.takeBack(
        {
          userId: buyer.userId,
          reference: `CHARGEBACK-${orderId}`,
          type: 'debit',
          purpose: 'chargeback',
          amount: Money.naira(1040),
          description: 'Chargeback',
        },
        {
          idempotencyKey: `chargeback:${orderId}`,
          kind: 'chargeback',
          against: 'korapay_clearing',
        },
      ),
    );
    expect(await refunds.refund(admin, orderId, WHY)).toMatchObject({ repaid: Money.naira(1000) });
    expect(await shop.balance(buyer)).toBe(ONE_GB - 1000);
  });

  it('knows only orders that are there', async () => {
    expect(await refusal(refunds.refund(admin, 2_000_000, WHY))).toBe('not_found ORDER_NOT_FOUND');
  });

  it('is a credit that names the order and who gave it', async () => {
    const actor = await shop.customer(10_000);
    const { orderId } = await shop.purchases.buyPool(actor, poolWish());
    const { transactionId } = await refunds.refund(admin, orderId, WHY);
    const [, back] = await linesOf(shop, actor);
    expect(back).toEqual({
      reference: `REFUND-STAFF-${orderId}`,
      description: `Refund of order ${orderId}`,
      payment_method: 'wallet',
      metadata: {
        order_id: orderId,
        proxy_type: 'residential_ipv4',
        refunded_by: admin.userId,
      },
      kind: 'purchase_reversal',
      key: `refund:staff:order:${orderId}`,
      against: 'revenue',
    });
    expect(await shop.wallet.findTransaction(transactionId)).toMatchObject({
      reference: `REFUND-STAFF-${orderId}`,
    });
    expect((await auditOf(shop, orderId)).slice(-1)).toEqual([
      {
        action: 'proxy.order_refunded',
        actor_name: 'Ngozi',
        details: `₦4,960 given back and 1 proxies withdrawn. ${WHY}`,
      },
    ]);
  });

  it('gives nothing when its key is in the books already', async () => {
    const actor = await shop.customer(10_000);
    const { orderId } = await shop.purchases.buyPool(actor, poolWish());
    await shop.uow.run(() =>
      shop.wallet.credit(
        {
          userId: actor.userId,
          reference: `REFUND-STAFF-${orderId}`,
          type: 'credit',
          purpose: 'refund',
          amount: Money.naira(1),
          description: 'An earlier one',
        },
        {
          idempotencyKey: `refund:staff:order:${orderId}`,
          kind: 'purchase_reversal',
          against: 'revenue',
        },
      ),
    );
    const before = await shop.balance(actor);
    await expect(refunds.refund(admin, orderId, WHY)).rejects.toThrow(
      `Order ${orderId} was given back before`,
    );
    expect(await shop.balance(actor)).toBe(before);
  });
});
