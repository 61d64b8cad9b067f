import { WalletFundingService } from '../../../src/admin/users/wallet-funding.service';
import { AuditModule } from '../../../src/audit/audit.module';
import type { Actor } from '../../../src/common/security/actor';
import { Money } from '../../../src/common/money/money';
import { PayoutImportService } from '../../../src/payments/payouts/payout-import.service';
import { OrderRefundService } from '../../../src/proxies/refunds/order-refund.service';
import { UsersModule } from '../../../src/users/users.module';
import { expectInvariantsToHold } from '../../support/integrity';
import { PgFaultProxy, type Cut } from '../../support/pg-fault-proxy';
import { PaymentsTestApp } from '../payments/payments-test-app';
import {
  ONE_GB_PRICE,
  createProxiesTestApp,
  poolRequest,
  catchErrorCode,
  type ProxiesTestApp,
} from '../proxies/proxies-test-app';

const CUTS: Cut[] = ['before', 'after'];
const START = 20_000;
const BOOKED = 'INSERT INTO ledger_transaction';

/** The connection breaks at COMMIT: the client cannot know the result and must retry. */
describe('Unknown COMMIT result', () => {
  let faultProxy: PgFaultProxy;
  const via = async (databaseUrl: string): Promise<string> => {
    const opened = await PgFaultProxy.start(databaseUrl);
    faultProxy = opened;
    return opened.url;
  };
  /** Result of the call; the connection is cut by then. */
  const lost = async (work: Promise<unknown>): Promise<unknown> => {
    const outcome = await work.then(
      (value) => value,
      (error: unknown) => error,
    );
    expect(faultProxy.isCut).toBe(true);
    return outcome;
  };

  describe('of orders', () => {
    let shop: ProxiesTestApp;
    let ada: Actor;

    beforeAll(async () => {
      shop = await createProxiesTestApp([UsersModule, AuditModule], [WalletFundingService], via);
    });
    beforeEach(async () => {
      ada = await shop.createCustomer(START);
    });
    expectInvariantsToHold(() => shop);
    afterAll(async () => {
      await shop?.close();
      faultProxy?.close();
    });

    const buy = () => shop.orders.buyPool(ada, poolRequest(), `key-${ada.userId}`);
    const orders = () =>
      shop.sql<{ id: number; status: string; proxies: number }>(
        `SELECT id, status, (SELECT count(*)::int FROM proxy p WHERE p.order_id = o.id) AS proxies
         FROM proxy_order o WHERE user_id = $1 ORDER BY id`,
        [ada.userId],
      );

    it('should buy on retry when the COMMIT did not reach the server', async () => {
      faultProxy.cutAtCommit('before', 'INSERT INTO proxy ');
      expect(await lost(buy())).toBeInstanceOf(Error);
      expect(await orders()).toEqual([]);
      expect(await shop.getBalance(ada)).toBe(START);
      expect(await buy()).toMatchObject({
        order_status: 'delivered',
        proxies: [expect.anything()],
      });
      expect(await shop.getBalance(ada)).toBe(START - ONE_GB_PRICE);
    });

    it('should answer with the order that the COMMIT has made', async () => {
      faultProxy.cutAtCommit('after', 'INSERT INTO proxy ');
      const answer = await lost(buy());
      expect(answer).toMatchObject({ order_status: 'delivered', proxies: [expect.anything()] });
      expect(await orders()).toEqual([{ id: expect.any(Number), status: 'delivered', proxies: 1 }]);
      expect(await buy()).toEqual(answer);
      expect(await shop.getBalance(ada)).toBe(START - ONE_GB_PRICE);
      expect(await orders()).toHaveLength(1);
    });

    it.each(CUTS)('should renew once: connection cut %s the COMMIT', async (cut) => {
      const { proxies } = await buy();
      const renew = () =>
        shop.orders.extend(ada, proxies[0]!.id, 'renewal', { gigabytes: 1 }, `renew-${ada.userId}`);
      faultProxy.cutAtCommit(cut, 'proxy_extension');
      const renewed = { order_status: 'delivered', proxy: { pool_data: { limit_mb: 2048 } } };
      const answer = await lost(renew());
      if (cut === 'before') expect(answer).toBeInstanceOf(Error);
      else expect(answer).toMatchObject(renewed);
      expect(await orders()).toHaveLength(cut === 'before' ? 1 : 2);
      expect(await renew()).toMatchObject(renewed);
      expect(await shop.getBalance(ada)).toBe(START - 2 * ONE_GB_PRICE);
      expect(await orders()).toHaveLength(2);
    });

    it.each(CUTS)('should fund once per key: connection cut %s the COMMIT', async (cut) => {
      const fund = () =>
        shop.module
          .get(WalletFundingService)
          .post({ ...ada, role: 'admin' }, ada.userId, Money.naira(500), `FUND-${ada.userId}`);
      faultProxy.cutAtCommit(cut, BOOKED);
      expect(await lost(fund())).toBeInstanceOf(Error);
      expect(await shop.getBalance(ada)).toBe(cut === 'before' ? START : START + 500);
      await fund();
      expect(await shop.getBalance(ada)).toBe(START + 500);
      const told = await shop.sql(
        `SELECT 1 FROM audit_log WHERE action = 'wallet.funded' AND target = $1`,
        [`user:${ada.userId}`],
      );
      expect(told).toHaveLength(1);
    });

    it.each(CUTS)('should refund an order once: connection cut %s the COMMIT', async (cut) => {
      const { order_id: orderId } = await buy();
      const refund = () =>
        shop.module
          .get(OrderRefundService, { strict: false })
          .refund({ ...ada, role: 'admin' }, orderId, 'not as promised');
      faultProxy.cutAtCommit(cut, BOOKED);
      const states = () =>
        shop.sql(
          `SELECT o.status, p.status AS proxy FROM proxy_order o JOIN proxy p ON p.order_id = o.id
           WHERE o.id = $1`,
          [orderId],
        );
      const refunded = [{ status: 'refunded', proxy: 'expired' }];
      expect(await lost(refund())).toBeInstanceOf(Error);
      expect(await states()).toEqual(
        cut === 'before' ? [{ status: 'delivered', proxy: 'active' }] : refunded,
      );
      expect(await catchErrorCode(refund())).toBe(
        cut === 'before' ? 'no error' : 'conflict ORDER_REFUNDED',
      );
      expect(await shop.getBalance(ada)).toBe(START);
      expect(await states()).toEqual(refunded);
    });
  });

  describe('of payments', () => {
    let app: PaymentsTestApp;

    beforeAll(async () => {
      app = await PaymentsTestApp.open(via);
    });
    afterEach(() => app.reset());
    expectInvariantsToHold(() => app.sandbox);
    afterAll(async () => {
      await app?.sandbox.close();
      faultProxy?.close();
    });

    it.each(CUTS)(
      'should credit once: connection cut %s the COMMIT of the settlement',
      async (cut) => {
        const topup = await app.startTopup(3000);
        await app.setChargeOutcome(topup.reference);
        const settle = () => app.settle(topup.reference);
        faultProxy.cutAtCommit(cut, BOOKED);
        expect(await lost(settle())).toBeInstanceOf(Error);
        expect(await settle()).toMatchObject({ status: 'successful' });
        expect(await app.getPayment(topup)).toMatchObject({ booked: 1, naira: 3000 });
      },
    );

    it.each(CUTS)(
      'should look up the reference and never start twice: connection cut %s the COMMIT of the start',
      async (cut) => {
        const start = () => app.startTopup(3000);
        faultProxy.cutAtCommit(cut, 'INSERT INTO "payment"(');
        expect(String(await lost(start()))).toContain('503');
        const rows = await app.sql(`SELECT status FROM payment WHERE status = 'created'`);
        expect(rows).toHaveLength(cut === 'before' ? 0 : 1);
        await app.sql(`UPDATE payment SET status = 'failed' WHERE status = 'created'`);
      },
    );

    it.each(CUTS)('should post a payout once: connection cut %s the COMMIT', async (cut) => {
      await app.createCredited(3000);
      await app.call('POST', '/sandbox/korapay/control/payouts');
      const countPosted = () => app.sql(`SELECT 1 FROM ledger_transaction WHERE kind = 'payout'`);
      const before = (await countPosted()).length;
      const importPayouts = () => app.get(PayoutImportService).run();
      faultProxy.cutAtCommit(cut, BOOKED);
      expect(await lost(importPayouts())).toBeInstanceOf(Error);
      expect(await importPayouts()).toMatchObject({
        counts: { listed: before + 1, imported: cut === 'before' ? 1 : 0 },
      });
      expect(await countPosted()).toHaveLength(before + 1);
    });

    it.each(CUTS)('should debit a chargeback once: connection cut %s the COMMIT', async (cut) => {
      const topup = await app.createCredited(3000);
      const enter = () =>
        app.chargebacks.record(app.admin, topup.paymentId, { reason: 'The bank.', key: 'lost' });
      faultProxy.cutAtCommit(cut, BOOKED);
      expect(await lost(enter())).toBeInstanceOf(Error);
      expect(await enter()).toMatchObject({ replayed: cut === 'after', owed: Money.zero });
      expect(await app.getPayment(topup)).toMatchObject({ charged_back: 3000, naira: 0, owed: 0 });
    });
  });
});
