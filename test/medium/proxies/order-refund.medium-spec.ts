import { Money } from '../../../src/common/money/money';
import type { Actor } from '../../../src/common/security/actor';
import { ProxyExpiryService } from '../../../src/proxies/proxy-expiry.service';
import { ProxyLifecycleService } from '../../../src/proxies/proxy-lifecycle.service';
import { OrderRefundService } from '../../../src/proxies/refunds/order-refund.service';
import { expectInvariantsToHold } from '../../support/integrity';
import {
  findOrderAudit,
  countReserved,
  findStatementLines,
  findOrderProxies,
} from './order-helpers';
import {
  ONE_GB_PRICE,
  createProxiesTestApp,
  poolRequest,
  datacenterRequest,
  catchErrorCode,
  countOutcomes,
  type ProxiesTestApp,
} from './proxies-test-app';

const WHY = 'The country was not reachable.';

describe('OrderRefundService', () => {
  let app: ProxiesTestApp;
  let refunds: OrderRefundService;
  let admin: Actor;

  beforeAll(async () => {
    app = await createProxiesTestApp();
    refunds = app.module.get(OrderRefundService, { strict: false });
    admin = { ...(await app.createCustomer()), name: 'Ngozi', role: 'admin' };
  });
  expectInvariantsToHold(() => app);
  afterAll(() => app.close());

  const orderOf = async (orderId: number) => {
    const [row] = await app.sql(
      `SELECT o.status, o.refunded_kobo::int / 100 AS refunded, t.status AS line
       FROM proxy_order o JOIN wallet_transaction t ON t.id = o.transaction_id WHERE o.id = $1`,
      [orderId],
    );
    return row;
  };

  it('should refund the money and end the proxy', async () => {
    const buyer = await app.createCustomer(10_000);
    const { order_id: orderId } = await app.orders.buyPool(buyer, poolRequest());
    const before = await app.getBalance(buyer);
    expect(await refunds.refund(admin, orderId, WHY)).toMatchObject({
      orderId,
      amount: Money.naira(ONE_GB_PRICE),
      repaid: Money.zero,
      withdrawn: 1,
    });
    expect(await app.getBalance(buyer)).toBe(before + ONE_GB_PRICE);
    expect(await orderOf(orderId)).toEqual({
      status: 'refunded',
      refunded: ONE_GB_PRICE,
      line: 'refunded',
    });
    expect(await findOrderProxies(app, orderId)).toMatchObject([
      { status: 'expired', served: 'suspended' },
    ]);
    const [audit] = await app.sql<{ actor_name: string; details: string; changes: unknown }>(
      `SELECT actor_name, details, changes FROM audit_log
       WHERE target = $1 AND action = 'proxy.order_refunded'`,
      [`order:${orderId}`],
    );
    expect(audit).toEqual({
      actor_name: 'Ngozi',
      details: expect.stringContaining(WHY),
      changes: {
        before: { status: 'delivered', refunded: '0.00' },
        after: { status: 'refunded', refunded: `${ONE_GB_PRICE}.00` },
        money: ['before.refunded', 'after.refunded'],
      },
    });
  });

  it('should return the addresses to stock, whose proxies are over', async () => {
    await app.setStock('ma', 3);
    const wish = datacenterRequest(await app.getCountryId('ma'), { quantity: 3 });
    const [buyer, next] = [await app.createCustomer(100_000), await app.createCustomer(100_000)];
    const { order_id: orderId, proxies } = await app.orders.buyDatacenter(buyer, wish);
    expect(await catchErrorCode(app.orders.buyDatacenter(next, wish))).toBe(
      'conflict OUT_OF_STOCK',
    );
    expect(await refunds.refund(admin, orderId, WHY)).toMatchObject({ withdrawn: 3 });
    expect(await app.getBalance(buyer)).toBe(100_000);
    expect(await countReserved(app, orderId)).toBe(0);
    const [ended] = await app.sql(
      `SELECT count(*)::int AS proxies FROM proxy WHERE order_id = $1 AND status = 'expired'
         AND expires_at <= now() AND refunded_at IS NOT NULL AND suspended_by_staff`,
      [orderId],
    );
    expect(ended).toEqual({ proxies: 3 });
    const sold = await app.orders.buyDatacenter(next, wish);
    const toAddresses = ({ proxies: all }: { proxies: { ip: string | null }[] }) =>
      all.map(({ ip }) => ip).sort();
    expect(toAddresses(sold)).toEqual(toAddresses({ proxies }));
  });

  it('should end a proxy for good, and once', async () => {
    const buyer = await app.createCustomer(10_000);
    const { order_id: orderId, proxies } = await app.orders.buyPool(buyer, poolRequest());
    const { id } = proxies[0]!;
    await refunds.refund(admin, orderId, WHY);
    const lifecycle = app.module.get(ProxyLifecycleService, { strict: false });
    expect(await catchErrorCode(lifecycle.resume(admin, id, WHY))).toBe('conflict ORDER_REFUNDED');
    await lifecycle.suspendAccount(admin, buyer.userId);
    await lifecycle.resumeAccount(admin, buyer.userId);
    expect(await app.module.get(ProxyExpiryService, { strict: false }).expireDue()).toBe(0);
    expect(await findOrderProxies(app, orderId)).toMatchObject([
      { status: 'expired', served: 'suspended' },
    ]);
  });

  it('should refund once under concurrent requests', async () => {
    const buyer = await app.createCustomer(10_000);
    const { order_id: orderId } = await app.orders.buyPool(buyer, poolRequest());
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, () => catchErrorCode(refunds.refund(admin, orderId, WHY))),
    );
    expect(countOutcomes(outcomes)).toEqual({
      'no error': 1,
      'conflict ORDER_REFUNDED': 11,
    });
    expect(await app.getBalance(buyer)).toBe(10_000);
  });

  it('should answer a repeated reference with what the first call refunded', async () => {
    const buyer = await app.createCustomer(10_000);
    const { order_id: orderId } = await app.orders.buyPool(buyer, poolRequest());
    const refund = (reference: string) => refunds.refund(admin, orderId, WHY, reference);
    const { transactionId, amount } = await refund(`REFUND-STAFF-KEY-${orderId}`);
    expect(await refund(`REFUND-STAFF-KEY-${orderId}`)).toMatchObject({ transactionId, amount });
    expect(await catchErrorCode(refund('REFUND-STAFF-OTHER'))).toBe('conflict ORDER_REFUNDED');
    expect(await app.getBalance(buyer)).toBe(10_000);
  });

  it('should keep the books consistent when it races with a renewal', async () => {
    for (let round = 0; round < 5; round += 1) {
      const buyer = await app.createCustomer(10_000);
      const { order_id: orderId, proxies } = await app.orders.buyPool(buyer, poolRequest());
      const renew = () =>
        catchErrorCode(app.orders.extend(buyer, proxies[0]!.id, 'renewal', { gigabytes: 1 }));
      const refund = () => catchErrorCode(refunds.refund(admin, orderId, WHY));
      const [first, second] = round % 2 ? [renew(), refund()] : [refund(), renew()];
      const [renewed, refunded] = await Promise.all(round % 2 ? [first, second] : [second, first]);
      expect([
        ['no error', 'conflict ORDER_HAS_RENEWALS'],
        ['conflict ORDER_REFUNDED', 'no error'],
        ['conflict PROXY_NOT_RENEWABLE', 'no error'],
      ]).toContainEqual([renewed, refunded]);
      const paid = renewed === 'no error' ? 2 : 0;
      expect(await app.getBalance(buyer)).toBe(10_000 - paid * ONE_GB_PRICE);
    }
  });

  it('should settle the debt of the customer first', async () => {
    const buyer = await app.createCustomer(5000);
    const { order_id: orderId } = await app.orders.buyPool(buyer, poolRequest());
    await app.uow.run(() =>
      app.wallet.clawback(
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
    expect(await app.getBalance(buyer)).toBe(ONE_GB_PRICE - 1000);
  });

  it('should answer not_found for an unknown order', async () => {
    expect(await catchErrorCode(refunds.refund(admin, 2_000_000, WHY))).toBe(
      'not_found ORDER_NOT_FOUND',
    );
  });

  it('should credit the wallet with the order and the staff member in the metadata', async () => {
    const actor = await app.createCustomer(10_000);
    const { order_id: orderId } = await app.orders.buyPool(actor, poolRequest());
    const { transactionId } = await refunds.refund(admin, orderId, WHY);
    const [, back] = await findStatementLines(app, actor);
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
    expect(await app.wallet.findTransaction(transactionId)).toMatchObject({
      reference: `REFUND-STAFF-${orderId}`,
    });
    expect((await findOrderAudit(app, orderId)).slice(-1)).toEqual([
      {
        action: 'proxy.order_refunded',
        actor_name: 'Ngozi',
        details: `₦4,960 refunded and 1 proxies withdrawn. ${WHY}`,
      },
    ]);
  });

  it('should refund nothing when its ledger key exists already', async () => {
    const actor = await app.createCustomer(10_000);
    const { order_id: orderId } = await app.orders.buyPool(actor, poolRequest());
    await app.uow.run(() =>
      app.wallet.credit(
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
    const before = await app.getBalance(actor);
    await expect(refunds.refund(admin, orderId, WHY)).rejects.toThrow(
      `The refund REFUND-STAFF-${orderId} was posted before`,
    );
    expect(await app.getBalance(actor)).toBe(before);
  });
});
