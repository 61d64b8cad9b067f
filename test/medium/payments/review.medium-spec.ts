import { Money } from '../../../src/common/money/money';
import { DAY } from '../../../src/common/time/clock';
import { PaymentReviewService } from '../../../src/payments/review/payment-review.service';
import { ChargebackService } from '../../../src/payments/reversals/chargeback.service';
import { SettlementService } from '../../../src/payments/settlement/settlement.service';
import { WalletService } from '../../../src/wallet/wallet.service';
import { type PaymentsTestApp, runConcurrently, type Topup } from './payments-test-app';
import { usePaymentsTestApp } from './use-payments-test-app';

const WHY = 'The bank confirmed it by phone.';

describe('PaymentReviewService', () => {
  let testApp: PaymentsTestApp;
  let review: PaymentReviewService;

  usePaymentsTestApp((opened) => {
    testApp = opened;
    review = testApp.sandbox.module.get(PaymentReviewService);
  });

  /** Movements of a customer with their counter-accounts. */
  const findStatement = ({ user }: Topup) =>
    testApp.sandbox.sql(
      `SELECT w.reference, w.purpose, w.amount_kobo::int / 100 AS naira, a.code AS account
       FROM wallet_transaction w
       JOIN ledger_entry e ON e.transaction_id = w.ledger_transaction_id AND e.balance_after_kobo IS NULL
       JOIN ledger_account a ON a.id = e.account_id WHERE w.user_id = $1 ORDER BY w.id`,
      [user],
    );
  const charge = ({ paymentId }: Topup, naira: number, chargebacks: ChargebackService) =>
    chargebacks.record(testApp.admin, paymentId, { reason: WHY, amount: Money.naira(naira) });

  describe('accept', () => {
    it('should credit the requested amount, not the provider’s, and audit actor and reason', async () => {
      const topup = await testApp.createInReview(5000, { amount: '4000.00' });
      await review.accept(testApp.admin, topup.paymentId, WHY);
      expect(await testApp.getState(topup)).toMatchObject({
        status: 'successful',
        line: 'successful',
        booked: 1,
        naira: 5000,
      });
      expect(await testApp.findAuditLines(topup)).toEqual([
        'payment.initialized by Ada Obi',
        'payment.review_opened by system',
        'payment.review_closed by Ngozi',
      ]);
      expect(await testApp.getAuditChanges(topup, 'payment.review_closed')).toEqual({
        before: {
          status: 'review',
          reason: 'The provider reports NGN 4000.00, but the top-up is for NGN 5000.00',
          credited: '0.00',
        },
        after: {
          status: 'successful',
          reason: WHY,
          received: '5000.00',
          credited: '5000.00',
          goodwill: '0.00',
          refunded: '0.00',
        },
      });
      expect(await testApp.getAuditDetails(topup, 'payment.review_closed')).toBe(
        `Top-up ${topup.reference} of ₦5,000 was accepted: ₦5,000 was paid, ₦5,000 credited. ${WHY}`,
      );
      const [row] = await testApp.sandbox.sql(
        `SELECT p.settled_at, p.next_check_at, t.payment_method, t.metadata, l.kind
         FROM payment p JOIN wallet_transaction t ON t.id = p.transaction_id
         JOIN ledger_transaction l ON l.id = t.ledger_transaction_id WHERE p.id = $1`,
        [topup.paymentId],
      );
      expect(row).toMatchObject({
        settled_at: expect.any(Date),
        next_check_at: null,
        payment_method: 'card',
        metadata: { accepted_by: testApp.admin.userId },
        kind: 'topup',
      });
    });

    it('should name the way to pay on what is credited, and on what a bank takes back of it', async () => {
      const paid = { amount_paid: '3000.00', payment_method: 'bank_transfer' };
      const topup = await testApp.createInReview(5000, paid);
      await review.accept(testApp.admin, topup.paymentId, WHY);
      await testApp.sandbox.module
        .get(ChargebackService)
        .record(testApp.admin, topup.paymentId, { reason: WHY });
      const rows = await testApp.sandbox.sql(
        'SELECT purpose, payment_method FROM wallet_transaction WHERE user_id = $1 ORDER BY id',
        [topup.user],
      );
      expect(rows).toEqual([
        { purpose: 'topup', payment_method: 'bank_transfer' },
        { purpose: 'chargeback', payment_method: 'bank_transfer' },
      ]);
    });

    it('should credit an underpayment with what was paid unless staff choose otherwise', async () => {
      const topup = await testApp.createInReview(5000, { amount_paid: '3000.00' });
      await review.accept(testApp.admin, topup.paymentId, WHY);
      expect(await testApp.getState(topup)).toMatchObject({ status: 'successful', naira: 3000 });
      expect(await findStatement(topup)).toEqual([
        { reference: topup.reference, purpose: 'topup', naira: 3000, account: 'korapay_clearing' },
      ]);
      expect(await testApp.getAuditChanges(topup, 'payment.review_closed')).toMatchObject({
        after: { received: '3000.00', credited: '3000.00', goodwill: '0.00', refunded: '0.00' },
      });
      expect(await testApp.getAuditDetails(topup, 'payment.review_closed')).toBe(
        `Top-up ${topup.reference} of ₦5,000 was accepted: ₦3,000 was paid, ₦3,000 credited. ${WHY}`,
      );
      await expect(
        charge(topup, 3001, testApp.sandbox.module.get(ChargebackService)),
      ).rejects.toThrow('At most ₦3,000 of this payment can be taken back');
      await charge(topup, 3000, testApp.sandbox.module.get(ChargebackService));
      expect(await testApp.getState(topup)).toMatchObject({ naira: 0, charged_back: 3000 });
    });

    it('should book what the shop adds to an underpayment against goodwill', async () => {
      const topup = await testApp.createInReview(5000, { amount_paid: '3000.00' });
      await review.accept(testApp.admin, topup.paymentId, WHY, 'asked');
      expect(await testApp.getState(topup)).toMatchObject({ status: 'successful', naira: 5000 });
      expect(await findStatement(topup)).toEqual([
        { reference: topup.reference, purpose: 'topup', naira: 3000, account: 'korapay_clearing' },
        {
          reference: `GOODWILL-${topup.paymentId}`,
          purpose: 'goodwill',
          naira: 2000,
          account: 'goodwill',
        },
      ]);
      expect(await testApp.getAuditDetails(topup, 'payment.review_closed')).toBe(
        `Top-up ${topup.reference} of ₦5,000 was accepted: ₦3,000 was paid, ₦5,000 credited; the shop bears ₦2,000. ${WHY}`,
      );
    });

    it('should credit an overpayment in full, or refund what exceeds the request', async () => {
      const all = await testApp.createInReview(5000, { amount_paid: '6500.00' });
      await review.accept(testApp.admin, all.paymentId, WHY);
      expect(await testApp.getState(all)).toMatchObject({ naira: 6500 });
      expect(await testApp.findRefunds(all)).toEqual([]);

      const asked = await testApp.createInReview(5000, { amount_paid: '6500.00' });
      await review.accept(testApp.admin, asked.paymentId, WHY, 'asked');
      expect(await testApp.getState(asked)).toMatchObject({ status: 'successful', naira: 5000 });
      expect(await testApp.findRefunds(asked)).toMatchObject([{ status: 'created', naira: 1500 }]);
      const [refund] = await testApp.findRefunds(asked);
      const fault = { route: 'refund', reference: refund!.reference, times: 1, status: 400 };
      await testApp.injectFault({ ...fault, accept: false, data: null });
      await testApp.advanceRefunds(asked);
      if ((await testApp.findRefunds(asked))[0]!.status !== 'failed')
        await testApp.advanceRefunds(asked);
      expect(await testApp.getState(asked)).toMatchObject({ naira: 5000, charged_back: 0 });
    });

    it('should credit an unknown paid amount only when staff choose the requested one', async () => {
      const topup = await testApp.createInReview(5000, { amount_paid: 'plenty' });
      await expect(review.accept(testApp.admin, topup.paymentId, WHY)).rejects.toMatchObject({
        code: 'PAID_AMOUNT_UNKNOWN',
      });
      await review.accept(testApp.admin, topup.paymentId, WHY, 'asked');
      expect(await testApp.getState(topup)).toMatchObject({ naira: 5000 });
      const foreign = await testApp.createInReview(5000, { currency: 'KES' });
      await expect(
        review.accept(testApp.admin, foreign.paymentId, WHY, 'paid'),
      ).rejects.toMatchObject({ kind: 'conflict', code: 'PAID_AMOUNT_UNKNOWN' });
      expect(await testApp.getState(foreign)).toMatchObject({ status: 'review', naira: 0 });
    });

    it('should not credit a payment whose ledger transaction exists', async () => {
      const topup = await testApp.createInReview();
      const wallet = testApp.sandbox.module.get(WalletService, { strict: false });
      const acceptBooked = testApp.sandbox.uow.run(async () => {
        const line = await wallet.findByReference(topup.reference);
        await wallet.complete(line!.id, {
          idempotencyKey: `topup:${topup.reference}`,
          kind: 'topup',
          against: 'korapay_clearing',
        });
        await review.accept(testApp.admin, topup.paymentId, WHY);
      });
      await expect(acceptBooked).rejects.toThrow(
        `Payment ${topup.paymentId} was booked without being settled`,
      );
      expect(await testApp.getState(topup)).toMatchObject({ status: 'review', naira: 0 });
    });

    it('should credit a payment that had expired before the provider reported it', async () => {
      const topup = await testApp.startTopup();
      testApp.sandbox.clock.advance(2 * DAY);
      await testApp.sandbox.module.get(SettlementService).settle(topup.reference);
      expect(await testApp.getState(topup)).toMatchObject({ status: 'expired', line: 'failed' });
      await testApp.setChargeOutcome(topup.reference);
      const { reference } = topup;
      await testApp.injectFault({ route: 'find', reference, times: 1, data: { amount: 1 } });
      await testApp.sandbox.module.get(SettlementService).settle(reference);
      await review.accept(testApp.admin, topup.paymentId, WHY);
      expect(await testApp.getState(topup)).toMatchObject({ line: 'successful', naira: 5000 });
    });

    it('should credit once under concurrent accepts', async () => {
      const topup = await testApp.createInReview(5000, { amount_paid: '3000.00' });
      const accept = (_: unknown, index: number) => () =>
        review.accept(testApp.admin, topup.paymentId, WHY, index % 2 ? 'asked' : 'paid');
      const { done, codes } = await runConcurrently(Array.from({ length: 20 }, accept));
      expect({ done, codes }).toEqual({ done: 1, codes: ['PAYMENT_NOT_IN_REVIEW'] });
      const lines = await findStatement(topup);
      expect(await testApp.getState(topup)).toMatchObject({
        booked: 1,
        naira: lines.length === 1 ? 3000 : 5000,
      });
    });

    it('should end in one status when accept and reject race', async () => {
      const topup = await testApp.createInReview();
      const { done } = await runConcurrently([
        () => review.accept(testApp.admin, topup.paymentId, WHY),
        () => review.reject(testApp.admin, topup.paymentId, WHY, true),
        () => review.accept(testApp.admin, topup.paymentId, WHY),
        () => review.reject(testApp.admin, topup.paymentId, WHY, false),
      ]);
      expect(done).toBe(1);
      const { status, naira } = await testApp.getState(topup);
      expect(naira).toBe(status === 'successful' ? 5000 : 0);
    });

    it.each(['pending', 'successful', 'rejected'])(
      'should refuse a payment with status %s',
      async (status) => {
        const topup =
          status === 'pending'
            ? await testApp.startTopup()
            : status === 'successful'
              ? await testApp.createCredited()
              : await testApp.createInReview();
        if (status === 'rejected') await review.reject(testApp.admin, topup.paymentId, WHY, false);
        const before = await testApp.getState(topup);
        await expect(review.accept(testApp.admin, topup.paymentId, WHY)).rejects.toMatchObject({
          kind: 'conflict',
          code: 'PAYMENT_NOT_IN_REVIEW',
          message: expect.stringContaining(status),
        });
        expect(await testApp.getState(topup)).toEqual(before);
      },
    );

    it('should answer not_found for an unknown payment', async () => {
      const answer = { kind: 'not_found', code: 'PAYMENT_NOT_FOUND' };
      await expect(review.accept(testApp.admin, 2_000_000, WHY)).rejects.toMatchObject(answer);
      await expect(review.reject(testApp.admin, 2_000_000, WHY, true)).rejects.toMatchObject(
        answer,
      );
      await expect(review.refund(testApp.admin, 2_000_000, WHY)).rejects.toMatchObject(answer);
      await expect(review.recheck(testApp.admin, 2_000_000, WHY)).rejects.toMatchObject(answer);
    });
  });

  describe('reject', () => {
    it('should never credit a rejected payment, whatever the provider reports later', async () => {
      const topup = await testApp.createInReview();
      await review.reject(testApp.admin, topup.paymentId, WHY, false);
      await testApp.sandbox.module.get(SettlementService).settle(topup.reference);
      expect(await testApp.getState(topup)).toMatchObject({
        status: 'rejected',
        line: 'failed',
        booked: 0,
        naira: 0,
      });
      expect(await testApp.findRefunds(topup)).toEqual([]);
      expect(await testApp.getAuditDetails(topup, 'payment.review_closed')).toBe(
        `Top-up ${topup.reference} of ₦5,000 was rejected. ${WHY}`,
      );
      expect(await testApp.getAuditChanges(topup, 'payment.review_closed')).toMatchObject({
        after: { status: 'rejected', reason: WHY, credited: '0.00' },
      });
    });

    it('should refund the paid amount once and look up its result', async () => {
      const topup = await testApp.createInReview();
      await review.reject(testApp.admin, topup.paymentId, WHY, true);
      expect(await testApp.findRefunds(topup)).toMatchObject([
        { reference: `RFD-${topup.paymentId}-1`, status: 'created', naira: 5000, open: true },
      ]);
      const unsent = await testApp.getRefundDelay(topup);
      expect(unsent).toBeGreaterThan(30);
      expect(await testApp.getAuditDetails(topup, 'payment.refund_requested')).toBe(
        `₦5,000 of ${topup.reference} is refunded to the card. ${WHY}`,
      );
      await testApp.advanceRefunds(topup);
      expect(await testApp.findRefunds(topup)).toMatchObject([{ status: 'sent', open: true }]);
      const wait = await testApp.getRefundDelay(topup);
      expect(wait).toBeLessThan(6);
      await testApp.advanceRefunds(topup);
      expect(await testApp.getAuditDetails(topup, 'payment.refund_closed')).toBe(
        `Card refund RFD-${topup.paymentId}-1 of ₦5,000 succeeded: success`,
      );
      expect(await testApp.findRefunds(topup)).toMatchObject([
        { status: 'succeeded', open: false },
      ]);
      expect(await testApp.countProviderRefunds(topup)).toBe(1);
      expect(await testApp.getState(topup)).toMatchObject({ naira: 0, owed: 0, charged_back: 0 });
      expect((await testApp.findAuditLines(topup)).slice(2)).toEqual([
        'payment.review_closed by Ngozi',
        'payment.refund_requested by Ngozi',
        'payment.refund_closed by system',
      ]);
    });

    it('should refund what the provider has kept of the paid amount', async () => {
      const charge = { amount_paid: '6000.00', amount_accepted: '5500.00' };
      const topup = await testApp.createInReview(5000, charge);
      await review.reject(testApp.admin, topup.paymentId, WHY, true);
      expect(await testApp.findRefunds(topup)).toMatchObject([{ naira: 5500 }]);
    });

    it('should refuse a refund when the provider reported no paid amount', async () => {
      const topup = await testApp.createInReview(5000, { amount_paid: 'plenty' });
      await expect(review.reject(testApp.admin, topup.paymentId, WHY, true)).rejects.toMatchObject({
        code: 'NOTHING_TO_REFUND',
      });
      await testApp.sandbox.sql('UPDATE payment SET paid_kobo = 0 WHERE id = $1', [
        topup.paymentId,
      ]);
      await expect(review.reject(testApp.admin, topup.paymentId, WHY, true)).rejects.toMatchObject({
        code: 'NOTHING_TO_REFUND',
      });
      expect(await testApp.getState(topup)).toMatchObject({ status: 'review', line: 'pending' });
    });
  });

  it('should recheck the provider on request, credit once and audit the staff member', async () => {
    const topup = await testApp.startTopup(2000);
    await testApp.setChargeOutcome(topup.reference);
    await review.recheck(testApp.admin, topup.paymentId, WHY);
    expect(await testApp.getState(topup)).toMatchObject({ status: 'successful', naira: 2000 });
    expect((await testApp.findAuditLines(topup)).slice(1)).toEqual([
      'payment.settled by system',
      'payment.rechecked by Ngozi',
    ]);
    expect(await testApp.getAuditChanges(topup, 'payment.rechecked')).toEqual({
      before: { status: 'pending' },
      after: { status: 'successful' },
    });
    expect(await testApp.getAuditDetails(topup, 'payment.rechecked')).toBe(
      `Checked ${topup.reference} with the card provider: successful. ${WHY}`,
    );
    await review.recheck(testApp.admin, topup.paymentId, WHY);
    expect(await testApp.getState(topup)).toMatchObject({ status: 'successful', naira: 2000 });
  });
});
