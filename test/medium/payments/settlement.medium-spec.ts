import { DAY, HOUR, MINUTE } from '../../../src/common/time/clock';
import { PaymentsProcessor } from '../../../src/payments/payments-jobs.module';
import { eventually } from '../../support/sandbox-app';
import { usePaymentsTestApp } from './payments-test-app';

describe('SettlementService', () => {
  const app = usePaymentsTestApp();

  it('should credit a paid charge, mail the customer and audit it', async () => {
    const { user, reference } = await app.startTopup(5000);
    expect(await app.verify(reference, user)).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: 'Payment is still being processed. Please wait...',
        data: { status: 'pending', transaction: { status: 'pending', payment_method: null } },
      },
    });
    await app.setChargeOutcome(reference, 'success');
    expect(await app.verify(reference, user)).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: 'Payment verified successfully!',
        data: {
          status: 'successful',
          transaction: {
            reference,
            type: 'credit',
            amount: 5000,
            currency: 'NGN',
            status: 'successful',
            payment_method: 'card',
          },
        },
      },
    });
    expect(await app.getPayment(reference)).toMatchObject({
      status: 'successful',
      line: 'successful',
      booked: 1,
      naira: 5000,
      next_check_at: null,
      reason: null,
      checks: 2,
      settled_at: expect.any(Date),
      provider_status: 'success',
      paid_kobo: '500000',
      fee_kobo: '7500',
      provider_payload: expect.objectContaining({ reference, amount: '5000.00' }),
    });
    expect(await app.findAuditActions(reference)).toEqual([
      'payment.initialized',
      'payment.settled',
    ]);
    expect((await app.findAuditTrail(reference)).at(-1)).toEqual({
      action: 'payment.settled',
      actor_name: 'system',
      details: `Top-up ${reference} of ₦5,000 was paid and credited`,
    });
  });

  it('should credit once under concurrent verify calls, notifications, jobs and reconciliation', async () => {
    const { user, reference } = await app.startTopup(2500);
    await app.setChargeOutcome(reference, 'success');
    const { id } = await app.getPayment(reference);
    const [webhook] = await app.sql<{ id: number }>(
      `INSERT INTO payment_webhook (provider, body_hash, event, reference, payload)
       VALUES ('korapay', $1, 'charge.success', $1, '{"data":{}}') RETURNING id`,
      [reference],
    );
    // Korapay's list is queried in whole seconds.
    app.clock.advance(MINUTE);
    const get = <T>(type: new (...args: never[]) => T): T => app.get(type);
    const comers = [
      () => app.verify(reference, user),
      () =>
        get(PaymentsProcessor).handle({
          name: 'payments.process-webhook',
          data: { webhookId: webhook!.id },
        }),
      () =>
        get(PaymentsProcessor).handle({
          name: 'payments.verify-payment',
          data: { paymentId: id as number },
        }),
      () => get(PaymentsProcessor).handle({ name: 'payments.reconcile', data: {} }),
    ];
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, index) => comers[index % comers.length]!()),
    );
    expect(outcomes).toHaveLength(100);
    // On a busy machine every lookup may time out; then the sweep settles the payment.
    await app.settle(reference);
    expect(await app.getPayment(reference)).toMatchObject({
      status: 'successful',
      booked: 1,
      naira: 2500,
      next_check_at: null,
    });
    expect(await app.findAuditActions(reference)).toEqual([
      'payment.initialized',
      'payment.settled',
    ]);
    const [books] = await app.sql(
      `SELECT coalesce(sum(amount_kobo), 0)::int AS sum FROM ledger_entry`,
    );
    expect(books).toEqual({ sum: 0 });
  });

  it('should close a failed payment and credit it when it is paid later', async () => {
    const { user, reference } = await app.startTopup();
    await app.setChargeOutcome(reference, 'failed');
    expect(await app.verify(reference, user)).toMatchObject({
      status: 200,
      body: {
        message: 'Payment failed. Please try again or contact support.',
        data: { status: 'failed', transaction: { status: 'failed' } },
      },
    });
    expect(await app.getPayment(reference)).toMatchObject({
      status: 'failed',
      line: 'failed',
      reason: 'The provider’s status is: failed',
    });
    expect((await app.findAuditTrail(reference)).at(-1)).toMatchObject({
      details: `Top-up ${reference} of ₦5,000 was not paid. The provider’s status is: failed`,
    });
    await app.setChargeOutcome(reference, 'success');
    await app.verify(reference, user);
    expect(await app.getPayment(reference)).toMatchObject({
      status: 'successful',
      line: 'successful',
      naira: 5000,
      reason: null,
    });
    expect(await app.findAuditActions(reference)).toEqual([
      'payment.initialized',
      'payment.failed',
      'payment.settled',
    ]);
  });

  it('should expire an unpaid payment and credit a late success', async () => {
    const { reference } = await app.startTopup();
    await app.setChargeOutcome(reference, 'abandoned');
    app.clock.advance(DAY - HOUR);
    await app.settle(reference);
    expect(await app.getPayment(reference)).toMatchObject({ status: 'pending' });
    app.clock.advance(2 * HOUR);
    await app.settle(reference);
    const expired = await app.getPayment(reference);
    expect(expired).toMatchObject({ status: 'expired', line: 'failed' });
    expect(expired.next_check_at).not.toBeNull();
    await app.setChargeOutcome(reference, 'success');
    await app.settle(reference);
    expect(await app.getPayment(reference)).toMatchObject({ status: 'successful', naira: 5000 });
  });

  it('should fail a payment unknown to the provider only after 15 minutes', async () => {
    const { reference } = await app.startTopup();
    const missing = {
      status: 404,
      json: { status: false, message: 'Charge not found', data: null },
    };
    await app.injectFault({ route: 'find', reference, times: 2, ...missing });
    await app.settle(reference);
    expect(await app.getPayment(reference)).toMatchObject({
      status: 'pending',
      line: 'pending',
      provider_status: 'missing',
    });
    app.clock.advance(16 * MINUTE);
    await app.settle(reference);
    expect(await app.getPayment(reference)).toMatchObject({ status: 'failed', line: 'failed' });
  });

  it('should neither fail nor expire a payment early when the clock of the worker is ahead', async () => {
    const { reference } = await app.startTopup();
    const missing = {
      status: 404,
      json: { status: false, message: 'Charge not found', data: null },
    };
    await app.injectFault({ route: 'find', reference, times: 1, ...missing });
    app.clock.skewProcess(5 * DAY);
    await app.settle(reference);
    expect(await app.getPayment(reference)).toMatchObject({
      status: 'pending',
      provider_status: 'missing',
    });
    await app.setChargeOutcome(reference, 'abandoned');
    await app.settle(reference);
    const pending = await app.getPayment(reference);
    expect(pending).toMatchObject({ status: 'pending', line: 'pending' });
    expect((pending.next_check_at as Date).getTime()).toBeLessThan(Date.now() + HOUR);
  });

  it('should expire a payment in time when the clock of the worker is behind', async () => {
    const { reference } = await app.startTopup();
    await app.setChargeOutcome(reference, 'abandoned');
    app.clock.advance(DAY + HOUR);
    app.clock.skewProcess(-5 * DAY);
    await app.settle(reference);
    expect(await app.getPayment(reference)).toMatchObject({ status: 'expired', line: 'failed' });
  });

  it('should credit a payment without a checkout reply by its charge', async () => {
    const user = await app.insertUser();
    const reference = `UNKNOWN-${Date.now()}`;
    await app.silence(reference);
    await app.injectFault({
      route: 'initialize',
      reference,
      times: 1,
      hangMs: 60_000,
      accept: true,
    });
    const { status } = await app.withShortTimeout(() =>
      app.call('POST', '/api/v1/payments/initialize-topup', {
        user,
        body: { amount: 3000, reference, callback_url: `${app.url}/wallet` },
      }),
    );
    expect(status).toBe(502);
    await app.settle(reference);
    expect(await app.getPayment(reference)).toMatchObject({ status: 'created', line: 'pending' });
    // The simulator may store the charge after the client has timed out.
    await eventually(
      () => app.setChargeOutcome(reference, 'success'),
      (answer) => answer.status !== 404,
    );
    await app.settle(reference);
    expect(await app.getPayment(reference)).toMatchObject({ status: 'successful', naira: 3000 });
  });

  it('should neither show nor change the payment of another customer', async () => {
    const { reference } = await app.startTopup();
    await app.setChargeOutcome(reference, 'success');
    const stranger = await app.insertUser();
    expect(await app.verify(reference, stranger)).toMatchObject({
      status: 404,
      body: { success: false, code: 'PAYMENT_NOT_FOUND' },
    });
    expect(await app.getPayment(reference)).toMatchObject({ status: 'pending', booked: 0 });
  });

  it.each(['', '?reference=', '?reference=a&reference=b'])(
    'should require the reference when the query is "%s"',
    async (query) => {
      const answer = await app.call('GET', `/api/v1/payments/verify${query}`, { user: 1 });
      expect(answer).toMatchObject({
        status: 422,
        body: { message: 'No payment reference found' },
      });
    },
  );

  it('should refuse a reference that is not text', async () => {
    const answer = await app.call('GET', '/api/v1/payments/verify?reference=a%00b', { user: 1 });
    expect(answer.status).toBe(422);
  });

  it.each(['NEVER-MADE-1234', '%27%20OR%201=1', '../../x'])(
    'should answer 404 for payment %s',
    async (reference) => {
      const answer = await app.call('GET', `/api/v1/payments/verify?reference=${reference}`, {
        user: 1,
      });
      expect(answer.status).toBe(404);
    },
  );

  it('should raise an alert for a payment that the provider does not answer for, until it does', async () => {
    const { reference } = await app.startTopup();
    await app.injectFault({ route: 'find', reference, times: 12, status: 500, json: {} });
    const isTold = async () => (await app.findAlerts()).includes('payment_stuck');
    for (let check = 0; check < 3; check += 1) await app.settle(reference);
    expect(await isTold()).toBe(false);
    // By age.
    await app.sql(
      `UPDATE payment SET created_at = created_at - interval '11 minutes' WHERE reference = $1`,
      [reference],
    );
    expect(await isTold()).toBe(true);
    await app.sql(`UPDATE payment SET created_at = now() WHERE reference = $1`, [reference]);
    expect(await isTold()).toBe(false);
    // By number.
    for (let check = 3; check < 10; check += 1) await app.settle(reference);
    expect(await isTold()).toBe(true);
    await app.clearFaults();
    await app.settle(reference);
    expect(await isTold()).toBe(false);
  });
});
