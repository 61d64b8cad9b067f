import { Money } from '../../../src/common/money/money';
import { DAY, HOUR, MINUTE } from '../../../src/common/time/clock';
import { AdvanceRefundProcessor } from '../../../src/payments/jobs/advance-refund.processor';
import { SweepPaymentsProcessor } from '../../../src/payments/jobs/sweep-payments.processor';
import { PaymentReviewService } from '../../../src/payments/payment-review.service';
import { CardProvider } from '../../../src/payments/ports/card-provider';
import { SettlementService } from '../../../src/payments/settlement.service';
import { Desk, together } from './desk';

const WHY = 'The bank confirmed it by phone.';

describe('Deciding about a payment in review', () => {
  let desk: Desk;
  let review: PaymentReviewService;

  beforeAll(async () => {
    desk = await Desk.open();
    review = desk.shop.module.get(PaymentReviewService);
  });
  afterAll(() => desk.close());
  afterEach(async () => {
    expect(await desk.settleDown()).toEqual([]);
  });

  describe('accepting', () => {
    it('credits what was asked for, not what the provider told, and says who and why', async () => {
      const topup = await desk.inReview(5000, { amount: '4000.00' });
      await review.accept(desk.admin, topup.paymentId, WHY);
      expect(await desk.stateOf(topup)).toMatchObject({
        status: 'successful',
        line: 'successful',
        booked: 1,
        naira: 5000,
      });
      expect(await desk.auditOf(topup)).toEqual([
        'payment.initialized by Ada Obi',
        'payment.review_opened by system',
        'payment.review_closed by Ngozi',
      ]);
      expect(await desk.changesOf(topup, 'payment.review_closed')).toEqual({
        before: {
          status: 'review',
          reason: 'The provider names NGN 4000.00, asked were NGN 5000.00',
          credited: '0.00',
        },
        after: { status: 'successful', reason: WHY, credited: '5000.00' },
      });
      expect(await desk.detailsOf(topup, 'payment.review_closed')).toBe(
        `Top-up ${topup.reference} of ₦5,000 was accepted and credited. ${WHY}`,
      );
      const [row] = await desk.shop.sql(
        `SELECT p.settled_at, p.next_check_at, t.payment_method, t.metadata
         FROM payment p JOIN wallet_transaction t ON t.id = p.transaction_id WHERE p.id = $1`,
        [topup.paymentId],
      );
      expect(row).toMatchObject({
        settled_at: expect.any(Date),
        next_check_at: null,
        payment_method: 'card',
        metadata: { accepted_by: desk.admin.userId },
      });
    });

    it('credits a payment that had been given up before the provider told of it', async () => {
      const topup = await desk.startTopup();
      desk.shop.clock.advance(2 * DAY);
      await desk.shop.module.get(SettlementService).settle(topup.reference);
      expect(await desk.stateOf(topup)).toMatchObject({ status: 'expired', line: 'failed' });
      await desk.pay(topup.reference);
      const { reference } = topup;
      await desk.mischief({ route: 'find', reference, times: 1, data: { amount: 1 } });
      await desk.shop.module.get(SettlementService).settle(reference);
      await review.accept(desk.admin, topup.paymentId, WHY);
      expect(await desk.stateOf(topup)).toMatchObject({ line: 'successful', naira: 5000 });
    });

    it('happens once, however many accept it at the same moment', async () => {
      const topup = await desk.inReview();
      const accept = () => review.accept(desk.admin, topup.paymentId, WHY);
      const { done, codes } = await together(Array.from({ length: 20 }, () => accept));
      expect({ done, codes }).toEqual({ done: 1, codes: ['PAYMENT_NOT_IN_REVIEW'] });
      expect(await desk.stateOf(topup)).toMatchObject({ booked: 1, naira: 5000 });
    });

    it('and rejecting at the same moment ends in one of the two', async () => {
      const topup = await desk.inReview();
      const { done } = await together([
        () => review.accept(desk.admin, topup.paymentId, WHY),
        () => review.reject(desk.admin, topup.paymentId, WHY, true),
        () => review.accept(desk.admin, topup.paymentId, WHY),
        () => review.reject(desk.admin, topup.paymentId, WHY, false),
      ]);
      expect(done).toBe(1);
      const { status, naira } = await desk.stateOf(topup);
      expect(naira).toBe(status === 'successful' ? 5000 : 0);
    });

    it.each(['pending', 'successful', 'rejected'])(
      'refuses a payment that is %s',
      async (status) => {
        const topup =
          status === 'pending'
            ? await desk.startTopup()
            : status === 'successful'
              ? await desk.credited()
              : await desk.inReview();
        if (status === 'rejected') await review.reject(desk.admin, topup.paymentId, WHY, false);
        const before = await desk.stateOf(topup);
        await expect(review.accept(desk.admin, topup.paymentId, WHY)).rejects.toMatchObject({
          kind: 'conflict',
          code: 'PAYMENT_NOT_IN_REVIEW',
          message: expect.stringContaining(status),
        });
        expect(await desk.stateOf(topup)).toEqual(before);
      },
    );

    it('knows only payments that are there', async () => {
      const answer = { kind: 'not_found', code: 'PAYMENT_NOT_FOUND' };
      await expect(review.accept(desk.admin, 2_000_000, WHY)).rejects.toMatchObject(answer);
      await expect(review.reject(desk.admin, 2_000_000, WHY, true)).rejects.toMatchObject(answer);
      await expect(review.refund(desk.admin, 2_000_000, WHY)).rejects.toMatchObject(answer);
      await expect(review.recheck(desk.admin, 2_000_000, WHY)).rejects.toMatchObject(answer);
    });
  });

  describe('rejecting', () => {
    it('credits nothing for good, and no later word of the provider changes that', async () => {
      const topup = await desk.inReview();
      await review.reject(desk.admin, topup.paymentId, WHY, false);
      await desk.shop.module.get(SettlementService).settle(topup.reference);
      expect(await desk.stateOf(topup)).toMatchObject({
        status: 'rejected',
        line: 'failed',
        booked: 0,
        naira: 0,
      });
      expect(await desk.refundsOf(topup)).toEqual([]);
      expect(await desk.detailsOf(topup, 'payment.review_closed')).toBe(
        `Top-up ${topup.reference} of ₦5,000 was rejected. ${WHY}`,
      );
      expect(await desk.changesOf(topup, 'payment.review_closed')).toMatchObject({
        after: { status: 'rejected', reason: WHY, credited: '0.00' },
      });
    });

    it('sends back what was paid, once, and learns of it by asking', async () => {
      const topup = await desk.inReview();
      await review.reject(desk.admin, topup.paymentId, WHY, true);
      expect(await desk.refundsOf(topup)).toMatchObject([
        { reference: `RFD-${topup.paymentId}-1`, status: 'created', naira: 5000, open: true },
      ]);
      const unsent = await desk.waitOf(topup);
      expect(unsent).toBeGreaterThan(30);
      expect(await desk.detailsOf(topup, 'payment.refund_requested')).toBe(
        `₦5,000 of ${topup.reference} go back to the card. ${WHY}`,
      );
      await desk.advance(topup);
      expect(await desk.refundsOf(topup)).toMatchObject([{ status: 'sent', open: true }]);
      const wait = await desk.waitOf(topup);
      expect(wait).toBeLessThan(6);
      await desk.advance(topup);
      expect(await desk.detailsOf(topup, 'payment.refund_closed')).toBe(
        `Card refund RFD-${topup.paymentId}-1 of ₦5,000 succeeded: success`,
      );
      expect(await desk.refundsOf(topup)).toMatchObject([{ status: 'succeeded', open: false }]);
      expect(await desk.refundedAtProvider(topup)).toBe(1);
      expect(await desk.stateOf(topup)).toMatchObject({ naira: 0, owed: 0, charged_back: 0 });
      expect((await desk.auditOf(topup)).slice(2)).toEqual([
        'payment.review_closed by Ngozi',
        'payment.refund_requested by Ngozi',
        'payment.refund_closed by system',
      ]);
    });

    it('takes no refund of money that the provider never told of', async () => {
      const topup = await desk.inReview(5000, { amount_paid: 'plenty' });
      await expect(review.reject(desk.admin, topup.paymentId, WHY, true)).rejects.toMatchObject({
        code: 'NOTHING_TO_REFUND',
      });
      await desk.shop.sql('UPDATE payment SET paid_kobo = 0 WHERE id = $1', [topup.paymentId]);
      await expect(review.reject(desk.admin, topup.paymentId, WHY, true)).rejects.toMatchObject({
        code: 'NOTHING_TO_REFUND',
      });
      expect(await desk.stateOf(topup)).toMatchObject({ status: 'review', line: 'pending' });
    });
  });

  describe('a card refund', () => {
    const rejected = async () => {
      const topup = await desk.inReview();
      await review.reject(desk.admin, topup.paymentId, WHY, true);
      const [refund] = await desk.refundsOf(topup);
      return { topup, refund: refund! };
    };

    it('is sent once by any number of workers', async () => {
      const { topup, refund } = await rejected();
      const job = desk.shop.module.get(AdvanceRefundProcessor);
      await Promise.all(Array.from({ length: 12 }, () => job.handle({ refundId: refund.id })));
      await desk.advance(topup);
      expect(await desk.refundedAtProvider(topup)).toBe(1);
      expect(await desk.refundsOf(topup)).toMatchObject([{ status: 'succeeded' }]);
      const closed = (await desk.auditOf(topup)).filter((line) => line.includes('refund_closed'));
      expect(closed).toHaveLength(1);
    });

    it.each([
      ['did make it', true],
      ['never heard of it', false],
    ])('that was not answered is only asked about: the provider %s', async (_what, accept) => {
      const { topup, refund } = await rejected();
      await desk.mischief({
        route: 'refund',
        reference: refund.reference,
        times: 1,
        accept,
        hangMs: 60_000,
      });
      await desk.advance(topup);
      expect(await desk.refundsOf(topup)).toMatchObject([
        { status: 'unknown', open: true, provider_note: expect.stringContaining('time') },
      ]);
      const soon = await desk.waitOf(topup);
      expect(soon).toBeLessThan(6);
      desk.shop.clock.advance(MINUTE);
      await desk.advance(topup);
      if (accept)
        expect(await desk.refundsOf(topup)).toMatchObject([{ status: 'succeeded', open: false }]);
      else {
        expect(await desk.refundsOf(topup)).toMatchObject([
          { status: 'unknown', provider_note: 'missing', open: true },
        ]);
        desk.shop.clock.advance(16 * MINUTE);
        await desk.advance(topup);
        expect(await desk.refundsOf(topup)).toMatchObject([
          { status: 'failed', open: false, provider_note: 'The provider knows no such refund' },
        ]);
      }
      expect(await desk.refundedAtProvider(topup)).toBe(accept ? 1 : 0);
    });

    it.each([
      ['processing', { status: 'processing' }, 'sent', 'processing'],
      ['a word we do not know', { status: 'reversing' }, 'sent', 'reversing'],
      [
        'another amount',
        { amount: '1.00' },
        'sent',
        'The provider tells of NGN 1.00, asked were NGN 5000.00',
      ],
      [
        'no amount',
        { amount: 'plenty' },
        'sent',
        'The provider tells of no readable amount, asked were NGN 5000.00',
      ],
      [
        'a failure of another amount',
        { amount: '1.00', status: 'failed' },
        'sent',
        'The provider tells of NGN 1.00, asked were NGN 5000.00',
      ],
      [
        'another refund',
        { reference: 'RFD-0-0' },
        'sent',
        'The provider answered for another refund',
      ],
      ['failed', { status: 'failed' }, 'failed', 'failed'],
    ])('of which the provider says %s is then %j → %s', async (_what, data, status, note) => {
      const { topup, refund } = await rejected();
      await desk.advance(topup);
      await desk.mischief({ route: 'find-refund', reference: refund.reference, times: 1, data });
      await desk.advance(topup);
      expect(await desk.refundsOf(topup)).toMatchObject([
        { status, open: status === 'sent', provider_note: note },
      ]);
    });

    it('is asked about as rarely as it is old, at least every six hours', async () => {
      const { topup, refund } = await rejected();
      await desk.advance(topup);
      const data = { status: 'processing' };
      await desk.mischief({ route: 'find-refund', reference: refund.reference, data });
      for (const [ahead, least, most] of [
        [0, 4, 60],
        [HOUR, 3600, 3900],
        [DAY, 21_500, 21_700],
      ] as const) {
        desk.shop.clock.advance(ahead);
        await desk.advance(topup);
        const wait = await desk.waitOf(topup);
        expect(wait).toBeGreaterThan(least);
        expect(wait).toBeLessThan(most);
      }
    });

    it('that has ended is not asked about, and one that was never made neither', async () => {
      const { topup, refund } = await rejected();
      const provider = desk.shop.module.get(CardProvider, { strict: false });
      const asked = jest.spyOn(provider, 'findRefund');
      const sent = jest.spyOn(provider, 'refund');
      await desk.advance(topup);
      await desk.advance(topup);
      await desk.advance(topup);
      await desk.shop.module.get(AdvanceRefundProcessor).handle({ refundId: refund.id + 1000 });
      expect([asked.mock.calls.length, sent.mock.calls.length]).toEqual([1, 1]);
      expect(sent).toHaveBeenCalledWith({
        reference: topup.reference,
        refundReference: refund.reference,
        amount: Money.naira(5000),
        reason: WHY,
      });
      jest.restoreAllMocks();
    });

    it('is not sent while a transaction is held', async () => {
      const { topup, refund } = await rejected();
      const job = desk.shop.module.get(AdvanceRefundProcessor);
      await expect(desk.shop.uow.run(() => job.handle({ refundId: refund.id }))).rejects.toThrow(
        'unit of work',
      );
      expect(await desk.refundedAtProvider(topup)).toBe(0);
    });

    it('that the provider refuses has failed, and can be asked for again, once', async () => {
      const { topup, refund } = await rejected();
      await desk.mischief({
        route: 'refund',
        reference: refund.reference,
        times: 1,
        status: 400,
        json: { status: false, message: 'Transaction has not been settled yet', data: null },
      });
      await desk.advance(topup);
      expect(await desk.refundsOf(topup)).toMatchObject([
        { status: 'failed', provider_note: 'Transaction has not been settled yet' },
      ]);
      await desk.shop.sql(
        `UPDATE payment_refund SET updated_at = now() - interval '8 days' WHERE payment_id <> $1`,
        [topup.paymentId],
      );
      expect(await desk.troubles()).toContain('refund_failed');
      const again = () => review.refund(desk.admin, topup.paymentId, WHY);
      const { done, codes } = await together(Array.from({ length: 10 }, () => again));
      expect({ done, codes }).toEqual({ done: 1, codes: ['REFUND_EXISTS'] });
      await desk.advance(topup);
      await desk.advance(topup);
      expect(await desk.refundsOf(topup)).toMatchObject([
        { status: 'failed' },
        { reference: `RFD-${topup.paymentId}-2`, status: 'succeeded' },
      ]);
      expect(await desk.refundedAtProvider(topup)).toBe(1);
      expect(await desk.troubles()).not.toContain('refund_failed');
      await expect(again()).rejects.toMatchObject({ code: 'REFUND_EXISTS' });
    });

    it('is found by the sweep when its job was lost', async () => {
      const { topup, refund } = await rejected();
      desk.shop.clock.advance(2 * MINUTE);
      await desk.shop.module.get(SweepPaymentsProcessor).handle();
      const [job] = await desk.shop.sql<{ count: number }>(
        `SELECT count(*)::int FROM bullmq.job WHERE name = 'payments.refund'
         AND (data::jsonb ->> 'refundId')::int = $1`,
        [refund.id],
      );
      expect(job!.count).toBe(2);
      expect(await desk.refundsOf(topup)).toMatchObject([{ status: 'created', open: true }]);
    });

    it('is only for rejected payments', async () => {
      const topup = await desk.credited();
      await expect(review.refund(desk.admin, topup.paymentId, WHY)).rejects.toMatchObject({
        code: 'PAYMENT_NOT_REJECTED',
      });
    });
  });

  it('asks the provider again when staff say so, and notes who asked', async () => {
    const topup = await desk.startTopup(2000);
    await desk.pay(topup.reference);
    await review.recheck(desk.admin, topup.paymentId, WHY);
    expect(await desk.stateOf(topup)).toMatchObject({ status: 'successful', naira: 2000 });
    expect((await desk.auditOf(topup)).slice(1)).toEqual([
      'payment.settled by system',
      'payment.rechecked by Ngozi',
    ]);
    expect(await desk.changesOf(topup, 'payment.rechecked')).toEqual({
      before: { status: 'pending' },
      after: { status: 'successful' },
    });
    expect(await desk.detailsOf(topup, 'payment.rechecked')).toBe(
      `Asked the card provider about ${topup.reference}: successful. ${WHY}`,
    );
  });
});
