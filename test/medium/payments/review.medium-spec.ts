import { DAY, MINUTE } from '../../../src/common/time/clock';
import { AdvanceRefundProcessor } from '../../../src/payments/jobs/advance-refund.processor';
import { SweepPaymentsProcessor } from '../../../src/payments/jobs/sweep-payments.processor';
import { PaymentReviewService } from '../../../src/payments/payment-review.service';
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
      await desk.advance(topup);
      expect(await desk.refundsOf(topup)).toMatchObject([{ status: 'sent', open: true }]);
      await desk.advance(topup);
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
      expect(await desk.refundsOf(topup)).toMatchObject([{ status: 'unknown', open: true }]);
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
        expect(await desk.refundsOf(topup)).toMatchObject([{ status: 'failed', open: false }]);
      }
      expect(await desk.refundedAtProvider(topup)).toBe(accept ? 1 : 0);
    });

    it.each([
      ['processing', { status: 'processing' }, 'sent'],
      ['a word we do not know', { status: 'reversing' }, 'sent'],
      ['another amount', { amount: '1.00' }, 'sent'],
      ['another refund', { reference: 'RFD-0-0' }, 'sent'],
      ['failed', { status: 'failed' }, 'failed'],
    ])('of which the provider says %s is then %j → %s', async (_what, data, status) => {
      const { topup, refund } = await rejected();
      await desk.advance(topup);
      await desk.mischief({ route: 'find-refund', reference: refund.reference, times: 1, data });
      await desk.advance(topup);
      expect(await desk.refundsOf(topup)).toMatchObject([{ status, open: status === 'sent' }]);
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
  });
});
