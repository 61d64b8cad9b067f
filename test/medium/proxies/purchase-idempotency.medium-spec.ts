import { messageOf } from '../../../src/common/http/api.decorators';
import type { Actor } from '../../../src/common/security/actor';
import { DAY } from '../../../src/common/time/clock';
import { OrderRefundService } from '../../../src/proxies/refunds/order-refund.service';
import { AutoRenewalSettingsService } from '../../../src/proxies/renewal/auto-renewal-settings.service';
import { AutoRenewalService } from '../../../src/proxies/renewal/auto-renewal.service';
import { countOrders } from './order-helpers';
import {
  expectConsistentBooks,
  ONE_GB_PRICE,
  createProxiesTestApp,
  poolRequest,
  datacenterRequest,
  catchErrorCode,
  closeWithoutDeadlocks,
  countOutcomes,
  type ProxiesTestApp,
} from './proxies-test-app';

describe('Idempotency of purchases', () => {
  let app: ProxiesTestApp;

  beforeAll(async () => {
    app = await createProxiesTestApp();
  });
  afterEach(() => expectConsistentBooks(app));
  afterAll(() => closeWithoutDeadlocks(app));

  describe('concurrent requests', () => {
    it('should succeed exactly as often as the balance allows', async () => {
      const actor = await app.createCustomer(7 * ONE_GB_PRICE + 100);
      const outcomes = await Promise.all(
        Array.from({ length: 50 }, () =>
          app.orders.buyPool(actor, poolRequest()).then(
            ({ order_status }) => order_status,
            (error: { kind: string }) => error.kind,
          ),
        ),
      );
      expect(countOutcomes(outcomes)).toEqual({ delivered: 7, insufficient_balance: 43 });
      expect(await app.getBalance(actor)).toBe(100);
    });

    it('should place one order per key and return the same receipt to all callers', async () => {
      const actor = await app.createCustomer(ONE_GB_PRICE);
      const receipts = await Promise.all(
        Array.from({ length: 50 }, () => app.orders.buyPool(actor, poolRequest(), 'key-1')),
      );
      for (const receipt of receipts) expect(receipt).toEqual(receipts[0]);
      expect(await countOrders(app, actor)).toBe(1);
      expect(await app.getBalance(actor)).toBe(0);
    });

    it('should place one order per key when it took the last address', async () => {
      await app.setStock('cm', 1);
      const actor = await app.createCustomer(10_000);
      const wish = datacenterRequest(await app.getCountryId('cm'));
      const receipts = await Promise.all(
        Array.from({ length: 20 }, () => app.orders.buyDatacenter(actor, wish, 'key-2')),
      );
      for (const receipt of receipts) expect(receipt).toEqual(receipts[0]);
      expect(await countOrders(app, actor)).toBe(1);
    });

    it('should give repeated requests the order that is being refunded', async () => {
      const refunds = app.module.get(OrderRefundService, { strict: false });
      const admin: Actor = { ...(await app.createCustomer()), role: 'admin' };
      for (let round = 0; round < 5; round += 1) {
        const actor = await app.createCustomer(20 * ONE_GB_PRICE);
        const buy = () => app.orders.buyPool(actor, poolRequest(), 'key-refunded');
        const { order_id: orderId } = await buy();
        const answers = await Promise.all([
          ...Array.from({ length: 10 }, buy),
          refunds.refund(admin, orderId, 'Not reachable').then(buy),
          ...Array.from({ length: 10 }, buy),
        ]);
        expect(new Set(answers.map(({ order_id }) => order_id))).toEqual(new Set([orderId]));
        for (const { order_status, refunded_amount } of answers)
          expect(refunded_amount).toBe(order_status === 'refunded' ? ONE_GB_PRICE : 0);
        expect(messageOf(answers[10]!)).toBe('This order was refunded.');
        expect(answers[10]).toMatchObject({
          ...{ order_status: 'refunded', refunded_amount: ONE_GB_PRICE },
          proxies: [{ status: 'expired' }],
        });
        expect(await countOrders(app, actor)).toBe(1);
        expect(await app.getBalance(actor)).toBe(20 * ONE_GB_PRICE);
      }
    });

    it('should scope keys to the customer', async () => {
      const [one, other] = [await app.createCustomer(10_000), await app.createCustomer(10_000)];
      const first = await app.orders.buyPool(one, poolRequest(), 'shared');
      const second = await app.orders.buyPool(other, poolRequest(), 'shared');
      expect(second.order_id).not.toBe(first.order_id);
      const { id } = second.proxies[0]!;
      expect((await app.find(other, id)).orderId).toBe(second.order_id);
    });
  });

  describe('repeated key', () => {
    it('should return the first order even when the wallet is empty', async () => {
      const actor = await app.createCustomer(ONE_GB_PRICE);
      const first = await app.orders.buyPool(actor, poolRequest(), 'again');
      expect(await app.orders.buyPool(actor, poolRequest(), 'again')).toEqual(first);
      expect(await app.getBalance(actor)).toBe(0);
    });

    it('should return the first order when the place is no longer on sale', async () => {
      const actor = await app.createCustomer(10_000);
      const buy = () => app.orders.buyPool(actor, poolRequest({ country: 'ke' }), 'gone');
      const first = await buy();
      await app.sql(`UPDATE exit_node SET enabled = false WHERE country = 'ke'`);
      expect(await buy()).toEqual(first);
    });

    it.each([
      ['another package', { traffic_limit_mb: 2 }],
      ['another country', { country: 'gh' }],
      ['another type', { proxy_type: 'mobile_ipv4' as const }],
    ])('should refuse an order for %s', async (_what, over) => {
      const actor = await app.createCustomer(100_000);
      await app.orders.buyPool(actor, poolRequest(), 'mine');
      expect(await catchErrorCode(app.orders.buyPool(actor, poolRequest(over), 'mine'))).toBe(
        'conflict IDEMPOTENCY_KEY_REUSED',
      );
      expect(await countOrders(app, actor)).toBe(1);
    });
  });

  it('should renew automatically whatever keys the owner has used before', async () => {
    const actor = await app.createCustomer(4 * ONE_GB_PRICE);
    const { proxies } = await app.orders.buyPool(actor, poolRequest());
    const { id } = proxies[0]!;
    await app.module
      .get(AutoRenewalSettingsService, { strict: false })
      .enable(actor, id, { gigabytes: 1 });
    const readEnd = async () =>
      (await app.sql<{ end: Date }>('SELECT expires_at AS end FROM proxy WHERE id = $1', [id]))[0]!
        .end;
    await app.sql(
      `UPDATE proxy SET expires_at = date_trunc('milliseconds', now() + interval '23 hours') WHERE id = $1`,
      [id],
    );
    const end = await readEnd();
    await app.orders.buyPool(actor, poolRequest(), `auto:${id}:${end.toISOString()}`);
    const renewals = app.module.get(AutoRenewalService, { strict: false });
    await renewals.renewDue();
    await renewals.renewDue();
    expect(await readEnd()).toEqual(new Date(end.getTime() + 30 * DAY));
    expect(await app.getBalance(actor)).toBe(ONE_GB_PRICE);
  });
});
