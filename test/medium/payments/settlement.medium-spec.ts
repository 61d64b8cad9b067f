import { DAY, HOUR, MINUTE } from '../../../src/common/time/clock';
import { PaymentsProcessor } from '../../../src/payments/payments-jobs.module';
import { SettlementService } from '../../../src/payments/settlement/settlement.service';
import { insertUser } from '../../support/testing-module';
import { eventually, type SandboxApp } from '../../support/sandbox-app';
import type { PaymentsTestApp } from './payments-test-app';
import { withShortTimeout } from './timeouts';
import { findAuditActions, findLastAudit, getPayment, verify } from './settlement-helpers';
import { usePaymentsTestApp } from './use-payments-test-app';

describe('SettlementService', () => {
  let testApp: PaymentsTestApp;
  let sandbox: SandboxApp;
  let settlement: SettlementService;

  usePaymentsTestApp((opened) => {
    testApp = opened;
    ({ sandbox } = testApp);
    settlement = sandbox.module.get(SettlementService);
  });

  const stateOf = (reference: string) => getPayment(testApp, reference);

  it('should credit a paid charge, mail the customer and audit it', async () => {
    const { user, reference } = await testApp.startTopup(5000);
    expect(await verify(testApp, reference, user)).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: 'Payment is still being processed. Please wait...',
        data: { status: 'pending', transaction: { status: 'pending', payment_method: null } },
      },
    });
    await testApp.setChargeOutcome(reference, 'success');
    expect(await verify(testApp, reference, user)).toMatchObject({
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
    expect(await stateOf(reference)).toMatchObject({
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
    expect(await findAuditActions(testApp, reference)).toEqual([
      'payment.initialized',
      'payment.settled',
    ]);
    expect(await findLastAudit(testApp, reference)).toEqual({
      actor_name: 'system',
      details: `Top-up ${reference} of ₦5,000 was paid and credited`,
    });
  });

  it('should credit once under concurrent verify calls, notifications, jobs and reconciliation', async () => {
    const { user, reference } = await testApp.startTopup(2500);
    await testApp.setChargeOutcome(reference, 'success');
    const { id } = await stateOf(reference);
    const [webhook] = await sandbox.sql<{ id: number }>(
      `INSERT INTO payment_webhook (provider, body_hash, event, reference, payload)
       VALUES ('korapay', $1, 'charge.success', $1, '{"data":{}}') RETURNING id`,
      [reference],
    );
    // Korapay's list is queried in whole seconds.
    sandbox.clock.advance(MINUTE);
    const get = <T>(type: new (...args: never[]) => T): T => sandbox.module.get(type);
    const comers = [
      () => verify(testApp, reference, user),
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
    await settlement.settle(reference);
    expect(await stateOf(reference)).toMatchObject({
      status: 'successful',
      booked: 1,
      naira: 2500,
      next_check_at: null,
    });
    expect(await findAuditActions(testApp, reference)).toEqual([
      'payment.initialized',
      'payment.settled',
    ]);
    const [books] = await sandbox.sql(
      `SELECT coalesce(sum(amount_kobo), 0)::int AS sum FROM ledger_entry`,
    );
    expect(books).toEqual({ sum: 0 });
  });

  it('should close a failed payment and credit it when it is paid later', async () => {
    const { user, reference } = await testApp.startTopup();
    await testApp.setChargeOutcome(reference, 'failed');
    expect(await verify(testApp, reference, user)).toMatchObject({
      status: 200,
      body: {
        message: 'Payment failed. Please try again or contact support.',
        data: { status: 'failed', transaction: { status: 'failed' } },
      },
    });
    expect(await stateOf(reference)).toMatchObject({
      status: 'failed',
      line: 'failed',
      reason: 'The provider’s status is: failed',
    });
    expect(await findLastAudit(testApp, reference)).toMatchObject({
      details: `Top-up ${reference} of ₦5,000 was not paid. The provider’s status is: failed`,
    });
    await testApp.setChargeOutcome(reference, 'success');
    await verify(testApp, reference, user);
    expect(await stateOf(reference)).toMatchObject({
      status: 'successful',
      line: 'successful',
      naira: 5000,
      reason: null,
    });
    expect(await findAuditActions(testApp, reference)).toEqual([
      'payment.initialized',
      'payment.failed',
      'payment.settled',
    ]);
  });

  it('should expire an unpaid payment and credit a late success', async () => {
    const { reference } = await testApp.startTopup();
    await testApp.setChargeOutcome(reference, 'abandoned');
    sandbox.clock.advance(DAY - HOUR);
    await settlement.settle(reference);
    expect(await stateOf(reference)).toMatchObject({ status: 'pending' });
    sandbox.clock.advance(2 * HOUR);
    await settlement.settle(reference);
    const expired = await stateOf(reference);
    expect(expired).toMatchObject({ status: 'expired', line: 'failed' });
    expect(expired.next_check_at).not.toBeNull();
    await testApp.setChargeOutcome(reference, 'success');
    await settlement.settle(reference);
    expect(await stateOf(reference)).toMatchObject({ status: 'successful', naira: 5000 });
  });

  it('should fail a payment unknown to the provider only after 15 minutes', async () => {
    const { reference } = await testApp.startTopup();
    const missing = {
      status: 404,
      json: { status: false, message: 'Charge not found', data: null },
    };
    await testApp.injectFault({ route: 'find', reference, times: 2, ...missing });
    await settlement.settle(reference);
    expect(await stateOf(reference)).toMatchObject({
      status: 'pending',
      line: 'pending',
      provider_status: 'missing',
    });
    sandbox.clock.advance(16 * MINUTE);
    await settlement.settle(reference);
    expect(await stateOf(reference)).toMatchObject({ status: 'failed', line: 'failed' });
  });

  it('should neither fail nor expire a payment early when the clock of the worker is ahead', async () => {
    const { reference } = await testApp.startTopup();
    const missing = {
      status: 404,
      json: { status: false, message: 'Charge not found', data: null },
    };
    await testApp.injectFault({ route: 'find', reference, times: 1, ...missing });
    sandbox.clock.skewProcess(5 * DAY);
    await settlement.settle(reference);
    expect(await stateOf(reference)).toMatchObject({
      status: 'pending',
      provider_status: 'missing',
    });
    await testApp.setChargeOutcome(reference, 'abandoned');
    await settlement.settle(reference);
    const pending = await stateOf(reference);
    expect(pending).toMatchObject({ status: 'pending', line: 'pending' });
    expect((pending.next_check_at as Date).getTime()).toBeLessThan(Date.now() + HOUR);
  });

  it('should expire a payment in time when the clock of the worker is behind', async () => {
    const { reference } = await testApp.startTopup();
    await testApp.setChargeOutcome(reference, 'abandoned');
    sandbox.clock.advance(DAY + HOUR);
    sandbox.clock.skewProcess(-5 * DAY);
    await settlement.settle(reference);
    expect(await stateOf(reference)).toMatchObject({ status: 'expired', line: 'failed' });
  });

  it('should credit a payment without a checkout reply by its charge', async () => {
    const user = await insertUser(sandbox);
    const reference = `UNKNOWN-${Date.now()}`;
    await testApp.injectFault({ route: 'webhook', reference, copies: 0 });
    await testApp.injectFault({
      route: 'initialize',
      reference,
      times: 1,
      hangMs: 60_000,
      accept: true,
    });
    const { status } = await withShortTimeout(sandbox, () =>
      sandbox.call('POST', '/api/v1/payments/initialize-topup', {
        user,
        body: { amount: 3000, reference, callback_url: `${sandbox.url}/wallet` },
      }),
    );
    expect(status).toBe(502);
    await settlement.settle(reference);
    expect(await stateOf(reference)).toMatchObject({ status: 'created', line: 'pending' });
    // The simulator may store the charge after the client has timed out.
    await eventually(
      () => testApp.setChargeOutcome(reference, 'success'),
      (answer) => answer.status !== 404,
    );
    await settlement.settle(reference);
    expect(await stateOf(reference)).toMatchObject({ status: 'successful', naira: 3000 });
  });

  it('should neither show nor change the payment of another customer', async () => {
    const { reference } = await testApp.startTopup();
    await testApp.setChargeOutcome(reference, 'success');
    const stranger = await insertUser(sandbox);
    expect(await verify(testApp, reference, stranger)).toMatchObject({
      status: 404,
      body: { success: false, code: 'PAYMENT_NOT_FOUND' },
    });
    expect(await stateOf(reference)).toMatchObject({ status: 'pending', booked: 0 });
  });

  it.each(['', '?reference=', '?reference=a&reference=b'])(
    'should require the reference when the query is "%s"',
    async (query) => {
      const answer = await sandbox.call('GET', `/api/v1/payments/verify${query}`, { user: 1 });
      expect(answer).toMatchObject({
        status: 422,
        body: { message: 'No payment reference found' },
      });
    },
  );

  it('should refuse a reference that is not text', async () => {
    const answer = await sandbox.call('GET', '/api/v1/payments/verify?reference=a%00b', {
      user: 1,
    });
    expect(answer.status).toBe(422);
  });

  it.each(['NEVER-MADE-1234', '%27%20OR%201=1', '../../x'])(
    'should answer 404 for payment %s',
    async (reference) => {
      const answer = await sandbox.call('GET', `/api/v1/payments/verify?reference=${reference}`, {
        user: 1,
      });
      expect(answer.status).toBe(404);
    },
  );

  it('should raise an alert for a payment that the provider does not answer for, until it does', async () => {
    const { reference } = await testApp.startTopup();
    await testApp.injectFault({ route: 'find', reference, times: 12, status: 500, json: {} });
    const isTold = async () => (await testApp.findAlerts()).includes('payment_stuck');
    for (let check = 0; check < 3; check += 1) await settlement.settle(reference);
    expect(await isTold()).toBe(false);
    // By age.
    await sandbox.sql(
      `UPDATE payment SET created_at = created_at - interval '11 minutes' WHERE reference = $1`,
      [reference],
    );
    expect(await isTold()).toBe(true);
    await sandbox.sql(`UPDATE payment SET created_at = now() WHERE reference = $1`, [reference]);
    expect(await isTold()).toBe(false);
    // By number.
    for (let check = 3; check < 10; check += 1) await settlement.settle(reference);
    expect(await isTold()).toBe(true);
    await testApp.sandbox.call('DELETE', '/sandbox/korapay/control');
    await settlement.settle(reference);
    expect(await isTold()).toBe(false);
  });
});
