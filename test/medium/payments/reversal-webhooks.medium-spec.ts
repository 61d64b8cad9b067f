import { Money } from '../../../src/common/money/money';
import { MINUTE } from '../../../src/common/time/clock';
import { KorapayService } from '../../../src/payments/korapay/korapay.service';
import { eventually } from '../../support/sandbox-app';
import { SANDBOX_SECRET, type Topup, usePaymentsTestApp } from './payments-test-app';

const WHY = 'Chargeback 771 of the issuing bank.';
/** Maximum delay of the provider's data behind its notifications. */
const LAG = 5 * MINUTE;

describe('Refund and dispute notifications', () => {
  // Purchases of these cases have no order.
  const app = usePaymentsTestApp({ except: 'charges-have-an-order' });

  const enter = (topup: Topup, naira?: number) =>
    app.chargebacks.record(app.admin, topup.paymentId, {
      reason: WHY,
      amount: naira === undefined ? undefined : Money.naira(naira),
    });
  const process = () => app.processWebhooks();
  const notify = (event: string, data: Record<string, unknown>) => app.notify(event, data);
  /** Creates a refund in the merchant dashboard of the provider. */
  const refundAtProvider = async (topup: Topup, reference: string, naira?: number) => {
    const answer = await app.call('POST', '/sandbox/korapay/merchant/api/v1/refunds/initiate', {
      headers: { authorization: `Bearer ${SANDBOX_SECRET}` },
      body: { payment_reference: topup.reference, reference, amount: naira, reason: 'x' },
    });
    expect(answer.status).toBe(200);
  };
  const accept = ({ paymentId }: Topup, credit?: 'asked') =>
    app.review.accept(app.admin, paymentId, WHY, credit);
  const open = () => app.sql('SELECT 1 FROM payment_webhook WHERE processed_at IS NULL');

  it('should debit a refund made at the provider once, when the provider confirms it', async () => {
    const topup = await app.createCredited(5000, false);
    await app.spend(topup.user, 4000);
    await refundAtProvider(topup, `DASH-${topup.paymentId}`, 3000);
    await eventually(
      () =>
        app.sql(
          `SELECT 1 FROM payment_webhook
           WHERE event IN ('charge.success', 'refund.success') AND reference = $1`,
          [topup.reference],
        ),
      // The charge's own notification must not arrive in a later case.
      (rows) => rows.length > 1,
    );
    await Promise.all([process(), process(), process()]);
    expect(await app.getPayment(topup)).toMatchObject({ charged_back: 3000, naira: 0, owed: 2000 });
    await notify('refund.success', {
      reference: `DASH-${topup.paymentId}`,
      payment_reference: topup.reference,
      repeated: true,
    });
    await process();
    expect(await app.getPayment(topup)).toMatchObject({ charged_back: 3000 });
    expect((await app.findAuditLines(topup)).slice(2)).toEqual(['payment.charged_back by system']);
  });

  it('should debit nothing for a refund unknown to the provider', async () => {
    const topup = await app.createCredited(5000);
    await notify('refund.success', {
      reference: 'NEVER-MADE-1',
      payment_reference: topup.reference,
      amount: 5000,
    });
    await process();
    expect(await open()).toHaveLength(1);
    app.clock.advance(LAG);
    await process();
    expect(await open()).toEqual([]);
    expect(await app.getPayment(topup)).toMatchObject({ charged_back: 0, naira: 5000 });
    expect(await app.findAuditLines(topup)).not.toContain('payment.dispute_announced by system');
  });

  it.each([
    ['does not know it yet', { status: 404, json: { status: false, message: 'Not found' } }],
    ['reports it as processing', { data: { status: 'processing' } }],
  ])('should debit the refund later when the provider at first %s', async (_what, behaviour) => {
    const topup = await app.createCredited(5000);
    const reference = `DASH-${topup.paymentId}`;
    await refundAtProvider(topup, reference);
    await app.injectFault({ route: 'find-refund', reference, times: 1, ...behaviour });
    await notify('refund.success', { reference, payment_reference: topup.reference });
    await process();
    expect(await app.getPayment(topup)).toMatchObject({ charged_back: 0 });
    expect(await open()).toHaveLength(1);
    await process();
    expect(await app.getPayment(topup)).toMatchObject({ charged_back: 5000, naira: 0 });
    expect(await open()).toEqual([]);
  });

  it('should close the alert of a late payment to a closed account', async () => {
    const topup = await app.startTopup(5000);
    await app.sql('UPDATE users SET closed_at = now() WHERE id = $1', [topup.user]);
    expect(await app.findAlerts()).not.toContain('closed_account_paid');
    await app.setChargeOutcome(topup.reference);
    await app.settle(topup.reference);
    expect(await app.findAlerts()).toContain('closed_account_paid');
    const reference = `DASH-${topup.paymentId}`;
    await refundAtProvider(topup, reference);
    await notify('refund.success', { reference, payment_reference: topup.reference });
    await process();
    expect(await app.getPayment(topup)).toMatchObject({ charged_back: 5000, naira: 0 });
    expect(await app.findAlerts()).not.toContain('closed_account_paid');
  });

  it('should alert staff when a refund stays pending', async () => {
    const topup = await app.createCredited(5000);
    const reference = `DASH-${topup.paymentId}`;
    await refundAtProvider(topup, reference);
    await app.injectFault({ route: 'find-refund', reference, data: { status: 'processing' } });
    await notify('refund.success', { reference, payment_reference: topup.reference });
    app.clock.advance(LAG - MINUTE);
    await process();
    expect(await open()).toHaveLength(1);
    app.clock.advance(MINUTE);
    await process();
    expect(await open()).toEqual([]);
    expect(await app.getPayment(topup)).toMatchObject({ charged_back: 0, naira: 5000 });
    expect(await app.getAuditDetails(topup, 'payment.dispute_announced')).toContain(
      `announced a refund (${reference}) and still calls it processing: top-up ${topup.reference}`,
    );
    expect(await app.findAlerts()).toContain('payment_dispute');
    await enter(topup);
  });

  it.each([
    ['failed', { status: 'failed' }],
    ['belongs to another charge', { payment_reference: 'OTHER-CUSTOMERS' }],
    ['has another reference', { reference: 'ANOTHER-ONE' }],
  ])('should debit nothing for a refund that %s', async (_what, data) => {
    const topup = await app.createCredited(5000);
    const reference = `DASH-${topup.paymentId}`;
    await refundAtProvider(topup, reference);
    await app.injectFault({ route: 'find-refund', reference, times: 1, data });
    await notify('refund.success', { reference, payment_reference: topup.reference });
    await process();
    expect(await app.getPayment(topup)).toMatchObject({ charged_back: 0, naira: 5000 });
  });

  it('should be retried when the provider is unreachable', async () => {
    const topup = await app.createCredited(5000);
    const reference = `DASH-${topup.paymentId}`;
    await refundAtProvider(topup, reference);
    await app.injectFault({ route: 'find-refund', reference, times: 1, status: 500, json: {} });
    await notify('refund.success', { reference, payment_reference: topup.reference });
    app.clock.advance(10 * MINUTE);
    await process();
    expect(await open()).toHaveLength(1);
    expect(await app.getPayment(topup)).toMatchObject({ charged_back: 0 });
    await process();
    expect(await open()).toEqual([]);
    expect(await app.getPayment(topup)).toMatchObject({ charged_back: 5000, naira: 0 });
  });

  it('should debit at most the remaining amount and alert staff about the rest', async () => {
    const topup = await app.createCredited(5000);
    await enter(topup, 4000);
    const reference = `DASH-${topup.paymentId}`;
    await refundAtProvider(topup, reference, 5000);
    await notify('refund.success', { reference, payment_reference: topup.reference });
    await process();
    expect(await app.getPayment(topup)).toMatchObject({ charged_back: 5000, naira: 0, owed: 0 });
    expect((await app.findAuditLines(topup)).slice(-2)).toEqual([
      'payment.charged_back by system',
      'payment.dispute_announced by system',
    ]);
    expect(await app.getAuditChanges(topup, 'payment.charged_back')).toEqual({
      before: { charged_back: '4000.00' },
      after: { charged_back: '5000.00' },
    });
    expect(await app.getAuditDetails(topup, 'payment.charged_back')).toBe(
      `₦1,000 of top-up ${topup.reference} was taken back: ₦1,000 from the wallet, ₦0 owed. ` +
        `The card provider refunded it (${reference}).`,
    );
    expect((await app.findClawbacks(topup)).slice(1)).toEqual([
      {
        reference: `PROVIDER-REFUND-${reference}`,
        description: `Chargeback of top-up ${topup.reference}`,
        payment_method: 'card',
        metadata: { payment_id: topup.paymentId },
        kind: 'payment_refund',
        key: `payment_refund:${reference}`,
      },
    ]);
    expect(await app.getAuditDetails(topup, 'payment.dispute_announced')).toBe(
      `The card provider refunded ₦5,000 (${reference}), which could not be taken back in full: ` +
        `top-up ${topup.reference}, which is successful. Check it with the provider. Record a charge-back of what was lost, or the dispute as won if a charge-back has come back.`,
    );
  });

  it.each([
    ['everything is debited already', {}, '₦5,000'],
    ['the amount is unreadable', { amount: 'plenty' }, 'an unreadable amount'],
    ['the amount is zero', { amount: '0.00' }, '₦0'],
  ])('should debit nothing and alert staff when %s', async (_what, data, amount) => {
    const topup = await app.createCredited(5000);
    const gone = amount === '₦5,000';
    if (gone) await enter(topup);
    const reference = `DASH-${topup.paymentId}`;
    await refundAtProvider(topup, reference);
    await app.injectFault({ route: 'find-refund', reference, times: 1, data });
    await notify('refund.success', { reference, payment_reference: topup.reference });
    await process();
    expect(await open()).toEqual([]);
    expect(await app.getPayment(topup)).toMatchObject(
      gone ? { charged_back: 5000, naira: 0 } : { charged_back: 0, naira: 5000 },
    );
    expect(await app.getAuditDetails(topup, 'payment.dispute_announced')).toContain(
      `refunded ${amount} (${reference})`,
    );
    if (!gone) await enter(topup);
  });

  it('should alert staff about a refund of a payment that was not credited', async () => {
    const topup = await app.createInReview();
    const reference = `DASH-${topup.paymentId}`;
    await refundAtProvider(topup, reference);
    await notify('refund.success', { reference, payment_reference: topup.reference });
    await process();
    expect(await app.getPayment(topup)).toMatchObject({
      status: 'review',
      charged_back: 0,
      owed: 0,
    });
    expect(await app.getAuditDetails(topup, 'payment.dispute_announced')).toContain(
      `refunded ₦5,000 (${reference}), which could not be taken back in full: ` +
        `top-up ${topup.reference}, which is review.`,
    );
    await app.review.reject(app.admin, topup.paymentId, WHY, false);
  });

  it('should leave a refund to staff while an excess that was not credited is open', async () => {
    const topup = await app.createInReview(5000, { amount_paid: '6500.00' });
    await accept(topup, 'asked');
    await app.sql(
      `UPDATE payment_refund SET status = 'failed', next_check_at = NULL WHERE payment_id = $1`,
      [topup.paymentId],
    );
    const reference = `DASH-${topup.paymentId}`;
    await refundAtProvider(topup, reference, 1500);
    await notify('refund.success', { reference, payment_reference: topup.reference });
    await process();
    expect(await app.getPayment(topup)).toMatchObject({ charged_back: 0, naira: 5000, owed: 0 });
    expect(await app.getAuditDetails(topup, 'payment.dispute_announced')).toContain(
      `refunded ₦1,500 (${reference}), which could not be taken back in full`,
    );
    await enter(topup);
  });

  it('should take back a refund once the excess has gone back to the card', async () => {
    const topup = await app.createInReview(5000, { amount_paid: '6500.00' });
    await accept(topup, 'asked');
    const reference = `DASH-${topup.paymentId}`;
    await refundAtProvider(topup, reference, 2000);
    await notify('refund.success', { reference, payment_reference: topup.reference });
    await process();
    expect(await app.getPayment(topup)).toMatchObject({ charged_back: 2000, naira: 3000 });
  });

  it('should end the alert of a dispute when all that was credited is charged back', async () => {
    const isDisputed = async () => (await app.findAlerts()).includes('payment_dispute');
    expect(await isDisputed()).toBe(false);
    for (const [paid, part] of [
      ['3000.00', 0],
      ['6500.00', 5000],
    ] as const) {
      const topup = await app.createInReview(5000, { amount_paid: paid });
      await accept(topup);
      await notify('chargeback.created', { reference: topup.reference, amount: 5000 });
      await process();
      if (part) {
        await app.sql(
          `UPDATE payment SET charged_back_kobo = $2, charged_back_at = now() WHERE id = $1`,
          [topup.paymentId, part * 100],
        );
        expect(await isDisputed()).toBe(true);
        await app.sql(
          `UPDATE payment SET charged_back_kobo = 0, charged_back_at = NULL WHERE id = $1`,
          [topup.paymentId],
        );
      }
      expect(await isDisputed()).toBe(true);
      await enter(topup);
      expect(await isDisputed()).toBe(false);
    }
  });

  it.each(['../charges', '', 'x'.repeat(101), 7, undefined])(
    'should not look up a refund with the reference %p',
    async (reference) => {
      const provider = app.get(KorapayService);
      const findRefund = jest.spyOn(provider, 'findRefund');
      await notify('refund.success', { reference, payment_reference: 'X' });
      await process();
      expect(await open()).toEqual([]);
      expect(findRefund).not.toHaveBeenCalled();
      jest.restoreAllMocks();
    },
  );

  it('should only look up a refund that the shop has sent', async () => {
    const other = await app.createInReview();
    const topup = await app.createInReview();
    for (const each of [other, topup]) {
      await app.review.reject(app.admin, each.paymentId, WHY, true);
      await app.advanceRefunds(each);
    }
    const [refund] = await app.findRefunds(topup);
    await notify('refund.success', {
      reference: refund!.reference,
      payment_reference: topup.reference,
    });
    await process();
    expect(await open()).toEqual([]);
    expect(await app.findRefunds(topup)).toMatchObject([{ status: 'succeeded' }]);
    expect(await app.findRefunds(other)).toMatchObject([{ status: 'sent' }]);
    expect(await app.getPayment(topup)).toMatchObject({ charged_back: 0, owed: 0 });
  });

  it('should tell staff what is announced about a dispute until they record it', async () => {
    const topup = await app.createCredited(5000);
    const isDisputed = async () => (await app.findAlerts()).includes('payment_dispute');
    const announce = async (status: unknown, amount: unknown) => {
      await notify('chargeback.updated', { reference: topup.reference, status, amount });
      await process();
      expect(await isDisputed()).toBe(true);
      return app.getAuditDetails(topup, 'payment.dispute_announced');
    };
    expect(await announce('<b>lost</b>', { of: 1 })).toContain('announced a dispute: top-up');
    expect(await announce('lost', '2000.00')).toContain('a dispute (lost, ₦2,000): top-up');
    await enter(topup, 2000);
    expect(await isDisputed()).toBe(false);
    expect(await announce('won', 2000)).toContain('a dispute (won, ₦2,000): top-up');
    const [row] = await app.findChargebacks(topup);
    await app.chargebacks.win(app.admin, topup.paymentId, row!.id, WHY);
    expect(await app.getPayment(topup)).toMatchObject({ charged_back: 0, naira: 5000 });
    expect(await isDisputed()).toBe(false);
  });

  it('should move no money for a dispute and alert staff', async () => {
    const topup = await app.createCredited(5000);
    await notify('chargeback.created', { reference: topup.reference, amount: 5000 });
    await process();
    expect(await open()).toEqual([]);
    await app.settle(topup.reference);
    expect(await app.getPayment(topup)).toMatchObject({ charged_back: 0, naira: 5000 });
    expect((await app.findAuditLines(topup)).slice(-1)).toEqual([
      'payment.dispute_announced by system',
    ]);
    expect(await app.getAuditDetails(topup, 'payment.dispute_announced')).toContain(
      `The card provider announced a dispute (₦5,000): top-up ${topup.reference}, which is successful.`,
    );
    expect(await app.findAlerts()).toContain('payment_dispute');
    await enter(topup);
    expect(await app.findAlerts()).not.toContain('payment_dispute');
  });
});
