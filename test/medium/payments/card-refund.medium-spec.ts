import { PaymentAcknowledgementService } from '../../../src/payments/acknowledgements/payment-acknowledgement.service';
import { Money } from '../../../src/common/money/money';
import { DAY, HOUR, MINUTE } from '../../../src/common/time/clock';
import { DatabaseClock } from '../../../src/database/database-clock';
import { PaymentsProcessor } from '../../../src/payments/payments-jobs.module';
import { KorapayService } from '../../../src/payments/korapay/korapay.service';
import { eventually } from '../../support/sandbox-app';
import { runConcurrently, usePaymentsTestApp } from './payments-test-app';

const WHY = 'The bank confirmed it by phone.';

describe('RefundService', () => {
  const app = usePaymentsTestApp();

  const rejected = async () => {
    const topup = await app.createInReview();
    await app.review.reject(app.admin, topup.paymentId, WHY, true);
    const [refund] = await app.findRefunds(topup);
    return { topup, refund: refund! };
  };

  it('should send a refund once under concurrent workers', async () => {
    const { topup, refund } = await rejected();
    const processor = app.get(PaymentsProcessor);
    const job = { name: 'payments.process-refund' as const, data: { refundId: refund.id } };
    await Promise.all(Array.from({ length: 12 }, () => processor.handle(job)));
    await app.advanceRefunds(topup);
    expect(await app.countProviderRefunds(topup)).toBe(1);
    expect(await app.findRefunds(topup)).toMatchObject([{ status: 'succeeded' }]);
    const closed = (await app.findAuditLines(topup)).filter((line) =>
      line.includes('refund_closed'),
    );
    expect(closed).toHaveLength(1);
  });

  it.each([
    ['made it', true],
    ['did not receive it', false],
  ])('should only look up a refund without an answer: the provider %s', async (_what, accept) => {
    const { topup, refund } = await rejected();
    await app.injectFault({
      route: 'refund',
      reference: refund.reference,
      times: 1,
      accept,
      hangMs: 60_000,
    });
    await app.withShortTimeout(() => app.advanceRefunds(topup));
    expect(await app.findRefunds(topup)).toMatchObject([
      { status: 'unknown', open: true, provider_note: expect.stringContaining('time') },
    ]);
    const soon = (await app.findRefunds(topup))[0]!.wait;
    expect(soon).toBeLessThan(6);
    // The simulator may create the refund after the client has timed out.
    await eventually(
      () => app.countProviderRefunds(topup),
      (made) => made === Number(accept),
    );
    app.clock.advance(MINUTE);
    await app.advanceRefunds(topup);
    if (accept)
      expect(await app.findRefunds(topup)).toMatchObject([{ status: 'succeeded', open: false }]);
    else {
      expect(await app.findRefunds(topup)).toMatchObject([
        { status: 'unknown', provider_note: 'missing', open: true },
      ]);
      app.clock.advance(16 * MINUTE);
      await app.advanceRefunds(topup);
      expect(await app.findRefunds(topup)).toMatchObject([
        {
          status: 'failed',
          open: false,
          provider_note: 'The provider has no record of this refund',
        },
      ]);
    }
    expect(await app.countProviderRefunds(topup)).toBe(accept ? 1 : 0);
  });

  it.each([
    ['no readable body', undefined, 'sent', 'HTTP 500'],
    ['status processing', { status: 'processing' }, 'sent', 'processing'],
    ['an unknown status', { status: 'reversing' }, 'sent', 'reversing'],
    [
      'another amount',
      { amount: '1.00' },
      'sent',
      'The provider reports ₦1.00, but ₦5,000.00 was requested',
    ],
    [
      'no amount',
      { amount: 'plenty' },
      'sent',
      'The provider reports no readable amount, but ₦5,000.00 was requested',
    ],
    [
      'a failure of another amount',
      { amount: '1.00', status: 'failed' },
      'sent',
      'The provider reports ₦1.00, but ₦5,000.00 was requested',
    ],
    ['another refund', { reference: 'RFD-0-0' }, 'sent', 'The provider returned another refund'],
    ['status failed', { status: 'failed' }, 'failed', 'failed'],
  ])('should map the provider’s refund with %s (%j) to %s', async (_what, data, status, note) => {
    const { topup, refund } = await rejected();
    await app.advanceRefunds(topup);
    const reply = data ? { data } : { status: 500, json: {} };
    await app.injectFault({
      route: 'find-refund',
      reference: refund.reference,
      times: 1,
      ...reply,
    });
    await app.advanceRefunds(topup);
    expect(await app.findRefunds(topup)).toMatchObject([
      { status, open: status === 'sent', provider_note: note },
    ]);
  });

  it('should not give a refund up early when the clock of the worker is ahead', async () => {
    const { topup, refund } = await rejected();
    await app.advanceRefunds(topup);
    await app.injectFault({
      route: 'find-refund',
      reference: refund.reference,
      times: 1,
      status: 404,
      json: { status: false, message: 'Refund not found', data: null },
    });
    app.clock.skewProcess(DAY);
    await app.advanceRefunds(topup);
    expect(await app.findRefunds(topup)).toMatchObject([
      { status: 'sent', provider_note: 'missing', open: true },
    ]);
  });

  it('should look up older refunds less often, but at least every six hours', async () => {
    const { topup, refund } = await rejected();
    await app.advanceRefunds(topup);
    const data = { status: 'processing' };
    await app.injectFault({ route: 'find-refund', reference: refund.reference, data });
    const start = app.clock.now().getTime();
    const clock = jest.spyOn(app.clock, 'now');
    const databaseClock = jest.spyOn(app.get(DatabaseClock), 'now');
    for (const [ahead, least, most] of [
      [0, 4, 60],
      [HOUR, 3600, 3900],
      [DAY, 21_500, 21_700],
    ] as const) {
      // A frozen clock, so that the remaining wait equals the scheduled one.
      clock.mockReturnValue(new Date(start + ahead));
      databaseClock.mockResolvedValue(new Date(start + ahead));
      await app.advanceRefunds(topup);
      const wait = (await app.findRefunds(topup))[0]!.wait;
      expect(wait).toBeGreaterThan(least);
      expect(wait).toBeLessThan(most);
    }
    clock.mockRestore();
    databaseClock.mockRestore();
  });

  it('should not look up a finished refund or one that does not exist', async () => {
    const { topup, refund } = await rejected();
    const provider = app.get(KorapayService);
    const findRefund = jest.spyOn(provider, 'findRefund');
    const sent = jest.spyOn(provider, 'refund');
    await app.advanceRefunds(topup);
    await app.advanceRefunds(topup);
    await app.advanceRefunds(topup);
    await app.runJob('payments.process-refund', { refundId: refund.id + 1000 });
    expect([findRefund.mock.calls.length, sent.mock.calls.length]).toEqual([1, 1]);
    expect(sent).toHaveBeenCalledWith({
      reference: topup.reference,
      refundReference: refund.reference,
      amount: Money.naira(5000),
      reason: WHY,
    });
    jest.restoreAllMocks();
  });

  it('should send outside any transaction', async () => {
    const { topup, refund } = await rejected();
    const processor = app.get(PaymentsProcessor);
    const job = { name: 'payments.process-refund' as const, data: { refundId: refund.id } };
    await expect(app.uow.run(() => processor.handle(job))).rejects.toThrow('unit of work');
    expect(await app.countProviderRefunds(topup)).toBe(0);
  });

  it('should fail a refund that the provider refuses and allow one new request', async () => {
    await rejected();
    const { topup, refund } = await rejected();
    await app.injectFault({
      route: 'refund',
      reference: refund.reference,
      times: 1,
      status: 400,
      json: { status: false, message: 'Transaction has not been settled yet', data: null },
    });
    await app.advanceRefunds(topup);
    expect(await app.findRefunds(topup)).toMatchObject([
      { status: 'failed', provider_note: 'Transaction has not been settled yet' },
    ]);
    const acknowledgements = app.get(PaymentAcknowledgementService);
    const others = await app.sql<{ id: number }>(
      `SELECT DISTINCT payment_id AS id FROM payment_refund WHERE status = 'failed' AND payment_id <> $1`,
      [topup.paymentId],
    );
    for (const { id } of others)
      if ((await acknowledgements.findOpen(id)).includes('refund_failed'))
        await acknowledgements.acknowledge(app.admin, id, 'refund_failed', WHY);
    expect(await acknowledgements.findOpen(topup.paymentId)).toEqual(['refund_failed']);
    expect(await app.findAlerts()).toContain('refund_failed');
    const acknowledge = () =>
      acknowledgements.acknowledge(app.admin, topup.paymentId, 'refund_failed', WHY);
    const answers = await runConcurrently(Array.from({ length: 8 }, () => acknowledge));
    expect(answers).toMatchObject({ done: 1, codes: ['NOTHING_TO_ACKNOWLEDGE'] });
    expect(await app.findAlerts()).not.toContain('refund_failed');
    expect(await app.getAuditDetails(topup, 'payment.acknowledged')).toBe(
      `Acknowledged the failed card refund of ${topup.reference}. ${WHY}`,
    );
    await expect(acknowledge()).rejects.toMatchObject({ code: 'NOTHING_TO_ACKNOWLEDGE' });
    const [first] = await app.findRefunds(topup);
    const again = () => app.review.refund(app.admin, topup.paymentId, WHY);
    const { done, codes } = await runConcurrently(Array.from({ length: 10 }, () => again));
    expect({ done, codes }).toEqual({ done: 1, codes: ['REFUND_EXISTS'] });
    await app.advanceRefunds(topup);
    await app.advanceRefunds(topup);
    expect(await app.findRefunds(topup)).toMatchObject([
      { status: 'failed' },
      { reference: `RFD-${topup.paymentId}-2`, status: 'succeeded' },
    ]);
    await app.sql('UPDATE payment_refund SET updated_at = updated_at WHERE id = $1', [first!.id]);
    const shown = await app.callAsStaff('GET', `payments/${topup.paymentId}`);
    expect((shown.body as { data: { refunds: unknown } }).data.refunds).toMatchObject([
      { id: first!.id, status: 'failed' },
      { status: 'succeeded' },
    ]);
    expect(await app.countProviderRefunds(topup)).toBe(1);
    expect(await app.findAlerts()).not.toContain('refund_failed');
    await expect(again()).rejects.toMatchObject({ code: 'REFUND_EXISTS' });
  });

  it('should let the sweep find a refund whose job was lost', async () => {
    const { topup, refund } = await rejected();
    app.clock.advance(2 * MINUTE);
    await app.runJob('payments.sweep', {});
    const [job] = await app.sql<{ count: number }>(
      `SELECT count(*)::int FROM bullmq.job WHERE name = 'payments.process-refund'
       AND (data::jsonb ->> 'refundId')::int = $1`,
      [refund.id],
    );
    expect(job!.count).toBe(2);
    expect(await app.findRefunds(topup)).toMatchObject([{ status: 'created', open: true }]);
  });

  it('should refund only rejected payments', async () => {
    const topup = await app.createCredited();
    await expect(app.review.refund(app.admin, topup.paymentId, WHY)).rejects.toMatchObject({
      code: 'PAYMENT_NOT_REJECTED',
    });
  });
});
