import { Money } from '../../../src/common/money/money';
import { DAY, HOUR, MINUTE } from '../../../src/common/time/clock';
import { PaymentsProcessor } from '../../../src/payments/jobs/payments.processor';
import { PaymentReviewService } from '../../../src/payments/review/payment-review.service';
import { CardProvider } from '../../../src/payments/ports/card-provider.port';
import { eventually } from '../../support/sandbox-app';
import { type Desk, together } from './payments-test-app';
import { hastily } from './timeouts';
import { useDesk } from './use-payments-test-app';

const WHY = 'The bank confirmed it by phone.';

describe('A card refund', () => {
  let desk: Desk;
  let review: PaymentReviewService;

  useDesk((opened) => {
    desk = opened;
    review = desk.shop.module.get(PaymentReviewService);
  });

  const rejected = async () => {
    const topup = await desk.inReview();
    await review.reject(desk.admin, topup.paymentId, WHY, true);
    const [refund] = await desk.refundsOf(topup);
    return { topup, refund: refund! };
  };

  // spec: M5.13
  it('is sent once by any number of workers', async () => {
    const { topup, refund } = await rejected();
    const processor = desk.shop.module.get(PaymentsProcessor);
    const job = { name: 'payments.process-refund' as const, data: { refundId: refund.id } };
    await Promise.all(Array.from({ length: 12 }, () => processor.handle(job)));
    await desk.advance(topup);
    expect(await desk.refundedAtProvider(topup)).toBe(1);
    expect(await desk.refundsOf(topup)).toMatchObject([{ status: 'succeeded' }]);
    const closed = (await desk.auditOf(topup)).filter((line) => line.includes('refund_closed'));
    expect(closed).toHaveLength(1);
  });

  // spec: M5.13
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
    await hastily(desk.shop, () => desk.advance(topup));
    expect(await desk.refundsOf(topup)).toMatchObject([
      { status: 'unknown', open: true, provider_note: expect.stringContaining('time') },
    ]);
    const soon = await desk.waitOf(topup);
    expect(soon).toBeLessThan(6);
    // Who is not waited for may make it a little later.
    await eventually(
      () => desk.refundedAtProvider(topup),
      (made) => made === Number(accept),
    );
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

  // spec: M5.13
  it.each([
    ['nothing readable', undefined, 'sent', 'HTTP 500'],
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
    const told = data ? { data } : { status: 500, json: {} };
    await desk.mischief({ route: 'find-refund', reference: refund.reference, times: 1, ...told });
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
    const start = desk.shop.clock.now().getTime();
    const clock = jest.spyOn(desk.shop.clock, 'now');
    for (const [ahead, least, most] of [
      [0, 4, 60],
      [HOUR, 3600, 3900],
      [DAY, 21_500, 21_700],
    ] as const) {
      // It stands still, so that the wait is what was decided and not what is left of it.
      clock.mockReturnValue(new Date(start + ahead));
      await desk.advance(topup);
      const wait = await desk.waitOf(topup);
      expect(wait).toBeGreaterThan(least);
      expect(wait).toBeLessThan(most);
    }
    clock.mockRestore();
  });

  it('that has ended is not asked about, and one that was never made neither', async () => {
    const { topup, refund } = await rejected();
    const provider = desk.shop.module.get(CardProvider, { strict: false });
    const asked = jest.spyOn(provider, 'findRefund');
    const sent = jest.spyOn(provider, 'refund');
    await desk.advance(topup);
    await desk.advance(topup);
    await desk.advance(topup);
    await desk.shop.module
      .get(PaymentsProcessor)
      .handle({ name: 'payments.process-refund', data: { refundId: refund.id + 1000 } });
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
    const processor = desk.shop.module.get(PaymentsProcessor);
    const job = { name: 'payments.process-refund' as const, data: { refundId: refund.id } };
    await expect(desk.shop.uow.run(() => processor.handle(job))).rejects.toThrow('unit of work');
    expect(await desk.refundedAtProvider(topup)).toBe(0);
  });

  // spec: M5.13
  it('that the provider refuses has failed, and can be asked for again, once', async () => {
    await rejected();
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
    const [first] = await desk.refundsOf(topup);
    const again = () => review.refund(desk.admin, topup.paymentId, WHY);
    const { done, codes } = await together(Array.from({ length: 10 }, () => again));
    expect({ done, codes }).toEqual({ done: 1, codes: ['REFUND_EXISTS'] });
    await desk.advance(topup);
    await desk.advance(topup);
    expect(await desk.refundsOf(topup)).toMatchObject([
      { status: 'failed' },
      { reference: `RFD-${topup.paymentId}-2`, status: 'succeeded' },
    ]);
    await desk.shop.sql('UPDATE payment_refund SET updated_at = updated_at WHERE id = $1', [
      first!.id,
    ]);
    const shown = await desk.shop.call('GET', `/api/v1/admin/payments/${topup.paymentId}`, {
      user: desk.admin.userId,
    });
    expect((shown.body as { data: { refunds: unknown } }).data.refunds).toMatchObject([
      { id: first!.id, status: 'failed' },
      { status: 'succeeded' },
    ]);
    expect(await desk.refundedAtProvider(topup)).toBe(1);
    expect(await desk.troubles()).not.toContain('refund_failed');
    await expect(again()).rejects.toMatchObject({ code: 'REFUND_EXISTS' });
  });

  // spec: M4.8
  it('is found by the sweep when its job was lost', async () => {
    const { topup, refund } = await rejected();
    desk.shop.clock.advance(2 * MINUTE);
    await desk.shop.module.get(PaymentsProcessor).handle({ name: 'payments.sweep', data: {} });
    const [job] = await desk.shop.sql<{ count: number }>(
      `SELECT count(*)::int FROM bullmq.job WHERE name = 'payments.process-refund'
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
