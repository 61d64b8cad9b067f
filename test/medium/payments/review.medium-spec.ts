import { Money } from '../../../src/common/money/money';
import { DAY } from '../../../src/common/time/clock';
import { WalletService } from '../../../src/wallet/wallet.service';
import { runConcurrently, type Topup, usePaymentsTestApp } from './payments-test-app';

const WHY = 'The bank confirmed it by phone.';

describe('PaymentReviewService', () => {
  const app = usePaymentsTestApp();

  /** Movements of a customer with their counter-accounts. */
  const findStatement = ({ user }: Topup) =>
    app.sql(
      `SELECT w.reference, w.purpose, w.amount_kobo::int / 100 AS naira, a.code AS account
       FROM wallet_transaction w
       JOIN ledger_entry e ON e.transaction_id = w.ledger_transaction_id AND e.balance_after_kobo IS NULL
       JOIN ledger_account a ON a.id = e.account_id WHERE w.user_id = $1 ORDER BY w.id`,
      [user],
    );
  const charge = ({ paymentId }: Topup, naira: number) =>
    app.chargebacks.record(app.admin, paymentId, { reason: WHY, amount: Money.naira(naira) });

  describe('accept', () => {
    it('should credit the requested amount, not the provider’s, and audit actor and reason', async () => {
      const topup = await app.createInReview(5000, { amount: '4000.00' });
      await app.review.accept(app.admin, topup.paymentId, WHY);
      expect(await app.getPayment(topup)).toMatchObject({
        status: 'successful',
        line: 'successful',
        booked: 1,
        naira: 5000,
      });
      expect(await app.findAuditLines(topup)).toEqual([
        'payment.initialized by Ada Obi',
        'payment.review_opened by system',
        'payment.review_closed by Ngozi',
      ]);
      expect(await app.getAuditChanges(topup, 'payment.review_closed')).toEqual({
        before: {
          status: 'review',
          reason: 'The provider reports ₦4,000.00, but the top-up is for ₦5,000.00',
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
      expect(await app.getAuditDetails(topup, 'payment.review_closed')).toBe(
        `Top-up ${topup.reference} of ₦5,000 was accepted: ₦5,000 was paid, ₦5,000 credited. ${WHY}`,
      );
      const [row] = await app.sql(
        `SELECT p.settled_at, p.next_check_at, t.payment_method, t.metadata, l.kind
         FROM payment p JOIN wallet_transaction t ON t.id = p.transaction_id
         JOIN ledger_transaction l ON l.id = t.ledger_transaction_id WHERE p.id = $1`,
        [topup.paymentId],
      );
      expect(row).toMatchObject({
        settled_at: expect.any(Date),
        next_check_at: null,
        payment_method: 'card',
        metadata: { accepted_by: app.admin.userId },
        kind: 'topup',
      });
    });

    it('should name the way to pay on what is credited, and on what a bank takes back of it', async () => {
      const paid = { amount_paid: '3000.00', payment_method: 'bank_transfer' };
      const topup = await app.createInReview(5000, paid);
      await app.review.accept(app.admin, topup.paymentId, WHY);
      await app.chargebacks.record(app.admin, topup.paymentId, { reason: WHY });
      const rows = await app.sql(
        'SELECT purpose, payment_method FROM wallet_transaction WHERE user_id = $1 ORDER BY id',
        [topup.user],
      );
      expect(rows).toEqual([
        { purpose: 'topup', payment_method: 'bank_transfer' },
        { purpose: 'chargeback', payment_method: 'bank_transfer' },
      ]);
    });

    it('should credit an underpayment with what was paid unless staff choose otherwise', async () => {
      const topup = await app.createInReview(5000, { amount_paid: '3000.00' });
      await app.review.accept(app.admin, topup.paymentId, WHY);
      expect(await app.getPayment(topup)).toMatchObject({ status: 'successful', naira: 3000 });
      expect(await findStatement(topup)).toEqual([
        { reference: topup.reference, purpose: 'topup', naira: 3000, account: 'korapay_clearing' },
      ]);
      expect(await app.getAuditChanges(topup, 'payment.review_closed')).toMatchObject({
        after: { received: '3000.00', credited: '3000.00', goodwill: '0.00', refunded: '0.00' },
      });
      expect(await app.getAuditDetails(topup, 'payment.review_closed')).toBe(
        `Top-up ${topup.reference} of ₦5,000 was accepted: ₦3,000 was paid, ₦3,000 credited. ${WHY}`,
      );
      await expect(charge(topup, 3001)).rejects.toThrow(
        'At most ₦3,000 of this payment can be taken back',
      );
      await charge(topup, 3000);
      expect(await app.getPayment(topup)).toMatchObject({ naira: 0, charged_back: 3000 });
    });

    it('should book what the shop adds to an underpayment against goodwill', async () => {
      const topup = await app.createInReview(5000, { amount_paid: '3000.00' });
      await app.review.accept(app.admin, topup.paymentId, WHY, 'asked');
      expect(await app.getPayment(topup)).toMatchObject({ status: 'successful', naira: 5000 });
      expect(await findStatement(topup)).toEqual([
        { reference: topup.reference, purpose: 'topup', naira: 3000, account: 'korapay_clearing' },
        {
          reference: `GOODWILL-${topup.paymentId}`,
          purpose: 'goodwill',
          naira: 2000,
          account: 'goodwill',
        },
      ]);
      expect(await app.getAuditDetails(topup, 'payment.review_closed')).toBe(
        `Top-up ${topup.reference} of ₦5,000 was accepted: ₦3,000 was paid, ₦5,000 credited; the shop bears ₦2,000. ${WHY}`,
      );
    });

    it('should credit an overpayment in full, or refund what exceeds the request', async () => {
      const all = await app.createInReview(5000, { amount_paid: '6500.00' });
      await app.review.accept(app.admin, all.paymentId, WHY);
      expect(await app.getPayment(all)).toMatchObject({ naira: 6500 });
      expect(await app.findRefunds(all)).toEqual([]);

      const asked = await app.createInReview(5000, { amount_paid: '6500.00' });
      await app.review.accept(app.admin, asked.paymentId, WHY, 'asked');
      expect(await app.getPayment(asked)).toMatchObject({ status: 'successful', naira: 5000 });
      expect(await app.findRefunds(asked)).toMatchObject([{ status: 'created', naira: 1500 }]);
      const [refund] = await app.findRefunds(asked);
      const fault = { route: 'refund', reference: refund!.reference, times: 1, status: 400 };
      await app.injectFault({ ...fault, accept: false, data: null });
      await app.advanceRefunds(asked);
      if ((await app.findRefunds(asked))[0]!.status !== 'failed') await app.advanceRefunds(asked);
      expect(await app.getPayment(asked)).toMatchObject({ naira: 5000, charged_back: 0 });
    });

    it('should credit an unknown paid amount only when staff choose the requested one', async () => {
      const topup = await app.createInReview(5000, { amount_paid: 'plenty' });
      await expect(app.review.accept(app.admin, topup.paymentId, WHY)).rejects.toMatchObject({
        code: 'PAID_AMOUNT_UNKNOWN',
      });
      await app.review.accept(app.admin, topup.paymentId, WHY, 'asked');
      expect(await app.getPayment(topup)).toMatchObject({ naira: 5000 });
      const foreign = await app.createInReview(5000, { currency: 'KES' });
      await expect(
        app.review.accept(app.admin, foreign.paymentId, WHY, 'paid'),
      ).rejects.toMatchObject({ kind: 'conflict', code: 'PAID_AMOUNT_UNKNOWN' });
      expect(await app.getPayment(foreign)).toMatchObject({ status: 'review', naira: 0 });
    });

    it('should not credit a payment whose ledger transaction exists', async () => {
      const topup = await app.createInReview();
      const wallet = app.get(WalletService);
      const acceptBooked = app.uow.run(async () => {
        const line = await wallet.findByReference(topup.reference);
        await wallet.complete(line!.id, {
          idempotencyKey: `topup:${topup.reference}`,
          kind: 'topup',
          against: 'korapay_clearing',
        });
        await app.review.accept(app.admin, topup.paymentId, WHY);
      });
      await expect(acceptBooked).rejects.toThrow(
        `Payment ${topup.paymentId} was booked without being settled`,
      );
      expect(await app.getPayment(topup)).toMatchObject({ status: 'review', naira: 0 });
    });

    it('should credit a payment that had expired before the provider reported it', async () => {
      const topup = await app.startTopup();
      app.clock.advance(2 * DAY);
      await app.settle(topup.reference);
      expect(await app.getPayment(topup)).toMatchObject({ status: 'expired', line: 'failed' });
      await app.setChargeOutcome(topup.reference);
      const { reference } = topup;
      await app.injectFault({ route: 'find', reference, times: 1, data: { amount: 1 } });
      await app.settle(reference);
      await app.review.accept(app.admin, topup.paymentId, WHY);
      expect(await app.getPayment(topup)).toMatchObject({ line: 'successful', naira: 5000 });
    });

    it('should credit once under concurrent accepts', async () => {
      const topup = await app.createInReview(5000, { amount_paid: '3000.00' });
      const accept = (_: unknown, index: number) => () =>
        app.review.accept(app.admin, topup.paymentId, WHY, index % 2 ? 'asked' : 'paid');
      const { done, codes } = await runConcurrently(Array.from({ length: 20 }, accept));
      expect({ done, codes }).toEqual({ done: 1, codes: ['PAYMENT_NOT_IN_REVIEW'] });
      const lines = await findStatement(topup);
      expect(await app.getPayment(topup)).toMatchObject({
        booked: 1,
        naira: lines.length === 1 ? 3000 : 5000,
      });
    });

    it('should end in one status when accept and reject race', async () => {
      const topup = await app.createInReview();
      const { done } = await runConcurrently([
        () => app.review.accept(app.admin, topup.paymentId, WHY),
        () => app.review.reject(app.admin, topup.paymentId, WHY, true),
        () => app.review.accept(app.admin, topup.paymentId, WHY),
        () => app.review.reject(app.admin, topup.paymentId, WHY, false),
      ]);
      expect(done).toBe(1);
      const { status, naira } = await app.getPayment(topup);
      expect(naira).toBe(status === 'successful' ? 5000 : 0);
    });

    it.each(['pending', 'successful', 'rejected'])(
      'should refuse a payment with status %s',
      async (status) => {
        const topup =
          status === 'pending'
            ? await app.startTopup()
            : status === 'successful'
              ? await app.createCredited()
              : await app.createInReview();
        if (status === 'rejected') await app.review.reject(app.admin, topup.paymentId, WHY, false);
        const before = await app.getPayment(topup);
        await expect(app.review.accept(app.admin, topup.paymentId, WHY)).rejects.toMatchObject({
          kind: 'conflict',
          code: 'PAYMENT_NOT_IN_REVIEW',
          message: expect.stringContaining(status),
        });
        expect(await app.getPayment(topup)).toEqual(before);
      },
    );

    it('should answer not_found for an unknown payment', async () => {
      const answer = { kind: 'not_found', code: 'PAYMENT_NOT_FOUND' };
      await expect(app.review.accept(app.admin, 2_000_000, WHY)).rejects.toMatchObject(answer);
      await expect(app.review.reject(app.admin, 2_000_000, WHY, true)).rejects.toMatchObject(
        answer,
      );
      await expect(app.review.refund(app.admin, 2_000_000, WHY)).rejects.toMatchObject(answer);
      await expect(app.review.recheck(app.admin, 2_000_000, WHY)).rejects.toMatchObject(answer);
    });
  });

  describe('reject', () => {
    it('should never credit a rejected payment, whatever the provider reports later', async () => {
      const topup = await app.createInReview();
      await app.review.reject(app.admin, topup.paymentId, WHY, false);
      await app.settle(topup.reference);
      expect(await app.getPayment(topup)).toMatchObject({
        status: 'rejected',
        line: 'failed',
        booked: 0,
        naira: 0,
      });
      expect(await app.findRefunds(topup)).toEqual([]);
      expect(await app.getAuditDetails(topup, 'payment.review_closed')).toBe(
        `Top-up ${topup.reference} of ₦5,000 was rejected. ${WHY}`,
      );
      expect(await app.getAuditChanges(topup, 'payment.review_closed')).toMatchObject({
        after: { status: 'rejected', reason: WHY, credited: '0.00' },
      });
    });

    it('should refund the paid amount once and look up its result', async () => {
      const topup = await app.createInReview();
      await app.review.reject(app.admin, topup.paymentId, WHY, true);
      expect(await app.findRefunds(topup)).toMatchObject([
        { reference: `RFD-${topup.paymentId}-1`, status: 'created', naira: 5000, open: true },
      ]);
      const unsent = (await app.findRefunds(topup))[0]!.wait;
      expect(unsent).toBeGreaterThan(30);
      expect(await app.getAuditDetails(topup, 'payment.refund_requested')).toBe(
        `₦5,000 of ${topup.reference} is refunded to the card. ${WHY}`,
      );
      await app.advanceRefunds(topup);
      expect(await app.findRefunds(topup)).toMatchObject([{ status: 'sent', open: true }]);
      const wait = (await app.findRefunds(topup))[0]!.wait;
      expect(wait).toBeLessThan(6);
      await app.advanceRefunds(topup);
      expect(await app.getAuditDetails(topup, 'payment.refund_closed')).toBe(
        `Card refund RFD-${topup.paymentId}-1 of ₦5,000 succeeded: success`,
      );
      expect(await app.findRefunds(topup)).toMatchObject([{ status: 'succeeded', open: false }]);
      expect(await app.countProviderRefunds(topup)).toBe(1);
      expect(await app.getPayment(topup)).toMatchObject({ naira: 0, owed: 0, charged_back: 0 });
      expect((await app.findAuditLines(topup)).slice(2)).toEqual([
        'payment.review_closed by Ngozi',
        'payment.refund_requested by Ngozi',
        'payment.refund_closed by system',
      ]);
    });

    it('should refund what the provider has kept of the paid amount', async () => {
      const charge = { amount_paid: '6000.00', amount_accepted: '5500.00' };
      const topup = await app.createInReview(5000, charge);
      await app.review.reject(app.admin, topup.paymentId, WHY, true);
      expect(await app.findRefunds(topup)).toMatchObject([{ naira: 5500 }]);
    });

    it('should refuse a refund when the provider reported no paid amount', async () => {
      const topup = await app.createInReview(5000, { amount_paid: 'plenty' });
      await expect(app.review.reject(app.admin, topup.paymentId, WHY, true)).rejects.toMatchObject({
        code: 'NOTHING_TO_REFUND',
      });
      await app.sql('UPDATE payment SET paid_kobo = 0 WHERE id = $1', [topup.paymentId]);
      await expect(app.review.reject(app.admin, topup.paymentId, WHY, true)).rejects.toMatchObject({
        code: 'NOTHING_TO_REFUND',
      });
      expect(await app.getPayment(topup)).toMatchObject({ status: 'review', line: 'pending' });
    });
  });

  it('should recheck the provider on request, credit once and audit the staff member', async () => {
    const topup = await app.startTopup(2000);
    await app.setChargeOutcome(topup.reference);
    await app.review.recheck(app.admin, topup.paymentId, WHY);
    expect(await app.getPayment(topup)).toMatchObject({ status: 'successful', naira: 2000 });
    expect((await app.findAuditLines(topup)).slice(1)).toEqual([
      'payment.settled by system',
      'payment.rechecked by Ngozi',
    ]);
    expect(await app.getAuditChanges(topup, 'payment.rechecked')).toEqual({
      before: { status: 'pending' },
      after: { status: 'successful' },
    });
    expect(await app.getAuditDetails(topup, 'payment.rechecked')).toBe(
      `Checked ${topup.reference} with the card provider: successful. ${WHY}`,
    );
    await app.review.recheck(app.admin, topup.paymentId, WHY);
    expect(await app.getPayment(topup)).toMatchObject({ status: 'successful', naira: 2000 });
  });
});
