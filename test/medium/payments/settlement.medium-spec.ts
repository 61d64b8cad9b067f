import { DAY, HOUR, MINUTE } from '../../../src/common/time/clock';
import { ProcessWebhookProcessor } from '../../../src/payments/jobs/process-webhook.processor';
import { ReconcilePaymentsProcessor } from '../../../src/payments/jobs/reconcile-payments.processor';
import { SweepPaymentsProcessor } from '../../../src/payments/jobs/sweep-payments.processor';
import { VerifyPaymentProcessor } from '../../../src/payments/jobs/verify-payment.processor';
import { SettlementService } from '../../../src/payments/settlement.service';
import { insertUser } from '../../support/room';
import { eventually, openSandboxApp, type SandboxApp } from '../../support/sandbox-app';
import { hastily, PATIENCE_MS } from './patience';

describe('Settling a payment', () => {
  let shop: SandboxApp;
  let settlement: SettlementService;
  let serial = 0;

  beforeAll(async () => {
    shop = await openSandboxApp(PATIENCE_MS);
    settlement = shop.module.get(SettlementService);
  });
  afterAll(() => shop.close());
  afterEach(async () => {
    shop.clock.reset();
    await shop.call('DELETE', '/sandbox/korapay/control');
  });

  const mischief = (body: unknown) => shop.call('POST', '/sandbox/korapay/control', { body });
  /** Silences the simulator, so that only the path under test settles. */
  const noWebhooks = (reference: string) => mischief({ route: 'webhook', reference, copies: 0 });
  const pay = (reference: string, outcome: string) =>
    shop.call('POST', `/sandbox/korapay/control/charges/${reference}`, { body: { outcome } });
  const verify = (reference: string, user: number) =>
    shop.call('GET', `/api/v1/payments/verify?reference=${reference}`, { user });

  async function startTopup(amount = 5000) {
    const user = await insertUser(shop);
    const reference = `SETTLE-${Date.now()}-${(serial += 1)}`;
    await noWebhooks(reference);
    const { status } = await shop.call('POST', '/api/v1/payments/initialize-topup', {
      user,
      body: { amount, reference, callback_url: `${shop.url}/wallet?status=success` },
    });
    expect(status).toBe(200);
    return { user, reference };
  }
  async function stateOf(reference: string) {
    const [row] = await shop.sql<Record<string, unknown>>(
      `SELECT p.id, p.status, p.reason, p.next_check_at, p.checks, p.settled_at, p.provider_status,
         p.paid_kobo, p.fee_kobo, p.provider_payload, t.status AS line, t.payment_method,
         (SELECT count(*)::int FROM ledger_transaction WHERE idempotency_key = 'topup:' || p.reference) AS booked,
         (SELECT coalesce(sum(balance_kobo), 0)::int / 100 FROM ledger_account a WHERE a.user_id = p.user_id) AS naira
       FROM payment p JOIN wallet_transaction t ON t.id = p.transaction_id WHERE p.reference = $1`,
      [reference],
    );
    return row!;
  }
  const auditOf = async (reference: string) =>
    (
      await shop.sql<{ action: string }>(
        `SELECT action FROM audit_log WHERE details LIKE '%' || $1 || ' %' ORDER BY id`,
        [reference],
      )
    ).map((row) => row.action);

  const lastAudit = async (reference: string) =>
    (
      await shop.sql(
        `SELECT a.actor_name, a.details FROM audit_log a
         JOIN payment p ON a.target = 'payment:' || p.id WHERE p.reference = $1
         ORDER BY a.id DESC LIMIT 1`,
        [reference],
      )
    )[0];

  it('credits a paid charge and says so', async () => {
    const { user, reference } = await startTopup(5000);
    expect(await verify(reference, user)).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: 'Payment is still being processed. Please wait...',
        data: { status: 'pending', transaction: { status: 'pending', payment_method: null } },
      },
    });
    await pay(reference, 'success');
    expect(await verify(reference, user)).toMatchObject({
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
    expect(await auditOf(reference)).toEqual(['payment.initialized', 'payment.settled']);
    expect(await lastAudit(reference)).toEqual({
      actor_name: 'system',
      details: `Top-up ${reference} of ₦5,000 was paid and credited`,
    });
  });

  it('credits once when customers, notifications, workers and reconciliation all come at the same moment', async () => {
    const { user, reference } = await startTopup(2500);
    await pay(reference, 'success');
    const { id } = await stateOf(reference);
    const [webhook] = await shop.sql<{ id: number }>(
      `INSERT INTO payment_webhook (provider, body_hash, event, reference, payload)
       VALUES ('korapay', $1, 'charge.success', $1, '{"data":{}}') RETURNING id`,
      [reference],
    );
    // Korapay's list is asked for in whole seconds.
    shop.clock.advance(MINUTE);
    const get = <T>(type: new (...args: never[]) => T): T => shop.module.get(type);
    const comers = [
      () => verify(reference, user),
      () => get(ProcessWebhookProcessor).handle({ webhookId: webhook!.id }),
      () => get(VerifyPaymentProcessor).handle({ paymentId: id as number }),
      () => get(ReconcilePaymentsProcessor).handle(),
    ];
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, index) => comers[index % comers.length]!()),
    );
    expect(outcomes).toHaveLength(100);
    // On a busy machine nobody may have been answered in time: then the sweep asks.
    await settlement.settle(reference);
    expect(await stateOf(reference)).toMatchObject({
      status: 'successful',
      booked: 1,
      naira: 2500,
      next_check_at: null,
    });
    expect(await auditOf(reference)).toEqual(['payment.initialized', 'payment.settled']);
    const [books] = await shop.sql(
      `SELECT coalesce(sum(amount_kobo), 0)::int AS sum FROM ledger_entry`,
    );
    expect(books).toEqual({ sum: 0 });
  });

  it.each([
    ['less than asked', { amount: '4999.99' }],
    ['more than asked', { amount: '5000.01' }],
    ['nothing', { amount: 0 }],
    ['an unreadable amount', { amount: 'five thousand' }],
    ['no amount', { amount: null }],
    ['another currency', { currency: 'USD' }],
    ['another charge', { reference: 'SOMEBODY-ELSES' }],
    ['that less was taken in', { amount_accepted: '4000.00', amount_paid: '4000.00' }],
    ['that more was taken in', { amount_accepted: 6000 }],
    ['that the customer paid less', { amount_paid: '100.00' }],
    ['that the customer paid more than the fee explains', { amount_paid: '9000.00', fee: 75 }],
    ['an unreadable paid amount', { amount_paid: { oops: true } }],
  ])('puts a success that tells of %s before people', async (_what, data) => {
    const { user, reference } = await startTopup(5000);
    await pay(reference, 'success');
    await mischief({ route: 'find', reference, times: 1, data });
    expect((await verify(reference, user)).body).toMatchObject({ data: { status: 'pending' } });
    expect(await stateOf(reference)).toMatchObject({
      status: 'review',
      line: 'pending',
      booked: 0,
      naira: 0,
      next_check_at: null,
    });
    expect(await auditOf(reference)).toEqual(['payment.initialized', 'payment.review_opened']);
    const { reason } = await stateOf(reference);
    expect(await lastAudit(reference)).toMatchObject({
      details: `Top-up ${reference} of ₦5,000 needs a decision. ${String(reason)}`,
    });
    // Nobody but staff takes it out of there, even once the provider tells another story.
    expect((await verify(reference, user)).body).toMatchObject({ data: { status: 'pending' } });
    expect(await stateOf(reference)).toMatchObject({ status: 'review', booked: 0 });
  });

  it.each([
    ['the fee on top is the provider’s', { amount_paid: '5075.00', fee: 75 }],
    ['amounts come as numbers', { amount: 5000, amount_paid: 5000 }],
    ['the accepted amount is told', { amount_accepted: '5000.00' }],
    ['the paid amount is not told', { amount_paid: null }],
  ])('credits what was asked when %s', async (_what, data) => {
    const { user, reference } = await startTopup(5000);
    await pay(reference, 'success');
    await mischief({ route: 'find', reference, times: 1, data });
    await verify(reference, user);
    expect(await stateOf(reference)).toMatchObject({ status: 'successful', naira: 5000 });
  });

  it.each(['processing', 'requires_authorization', 'constructor', '', 42])(
    'waits on the status %j',
    async (status) => {
      const { user, reference } = await startTopup();
      await pay(reference, 'success');
      await mischief({ route: 'find', reference, times: 1, data: { status } });
      expect((await verify(reference, user)).body).toMatchObject({ data: { status: 'pending' } });
      expect(await stateOf(reference)).toMatchObject({ status: 'pending', booked: 0 });
    },
  );

  it.each([
    ['does not answer', { hangMs: 60_000 }],
    ['is broken', { status: 500, json: { status: false } }],
    ['is busy', { status: 429, headers: { 'retry-after': '7' }, json: { status: false } }],
    ['shows a page', { status: 404, text: '<html>no route</html>' }],
    ['speaks broken JSON', { status: 200, text: '{"status":true,' }],
    ['refuses our key', { status: 401, json: { status: false, data: null } }],
  ])('changes nothing while the provider %s', async (_what, behaviour) => {
    const { user, reference } = await startTopup();
    await pay(reference, 'success');
    shop.clock.advance(2 * DAY);
    await mischief({ route: 'find', reference, times: 1, ...behaviour });
    const ask = () => verify(reference, user);
    const { body } = await ('hangMs' in behaviour ? hastily(shop, ask) : ask());
    expect(body).toMatchObject({ data: { status: 'pending' } });
    const kept = await stateOf(reference);
    expect(kept).toMatchObject({
      status: 'pending',
      line: 'pending',
      booked: 0,
      provider_status: null,
    });
    expect(kept.next_check_at).not.toBeNull();
  });

  it('closes a failed payment, and credits it when it is paid after all', async () => {
    const { user, reference } = await startTopup();
    await pay(reference, 'failed');
    expect(await verify(reference, user)).toMatchObject({
      status: 200,
      body: {
        message: 'Payment failed. Please try again or contact support.',
        data: { status: 'failed', transaction: { status: 'failed' } },
      },
    });
    expect(await stateOf(reference)).toMatchObject({
      status: 'failed',
      line: 'failed',
      reason: 'The provider says: failed',
    });
    expect(await lastAudit(reference)).toMatchObject({
      details: `Top-up ${reference} of ₦5,000 was not paid. The provider says: failed`,
    });
    await pay(reference, 'success');
    await verify(reference, user);
    expect(await stateOf(reference)).toMatchObject({
      status: 'successful',
      line: 'successful',
      naira: 5000,
      reason: null,
    });
    expect(await auditOf(reference)).toEqual([
      'payment.initialized',
      'payment.failed',
      'payment.settled',
    ]);
  });

  it('gives up what nobody paid in time, and still takes a late success', async () => {
    const { reference } = await startTopup();
    await pay(reference, 'abandoned');
    shop.clock.advance(DAY - HOUR);
    await settlement.settle(reference);
    expect(await stateOf(reference)).toMatchObject({ status: 'pending' });
    shop.clock.advance(2 * HOUR);
    await settlement.settle(reference);
    const expired = await stateOf(reference);
    expect(expired).toMatchObject({ status: 'expired', line: 'failed' });
    expect(expired.next_check_at).not.toBeNull();
    await pay(reference, 'success');
    await settlement.settle(reference);
    expect(await stateOf(reference)).toMatchObject({ status: 'successful', naira: 5000 });
  });

  it('counts a charge the provider does not know as failed only after 15 minutes', async () => {
    const { reference } = await startTopup();
    const missing = {
      status: 404,
      json: { status: false, message: 'Charge not found', data: null },
    };
    await mischief({ route: 'find', reference, times: 2, ...missing });
    await settlement.settle(reference);
    expect(await stateOf(reference)).toMatchObject({
      status: 'pending',
      line: 'pending',
      provider_status: 'missing',
    });
    shop.clock.advance(16 * MINUTE);
    await settlement.settle(reference);
    expect(await stateOf(reference)).toMatchObject({ status: 'failed', line: 'failed' });
  });

  it('finds a payment whose start was never answered, by the charge itself', async () => {
    const user = await insertUser(shop);
    const reference = `UNKNOWN-${Date.now()}`;
    await noWebhooks(reference);
    await mischief({ route: 'initialize', reference, times: 1, hangMs: 60_000, accept: true });
    const { status } = await hastily(shop, () =>
      shop.call('POST', '/api/v1/payments/initialize-topup', {
        user,
        body: { amount: 3000, reference, callback_url: `${shop.url}/wallet` },
      }),
    );
    expect(status).toBe(502);
    await settlement.settle(reference);
    expect(await stateOf(reference)).toMatchObject({ status: 'created', line: 'pending' });
    // Who is not waited for may take the charge down a little later.
    await eventually(
      () => pay(reference, 'success'),
      (answer) => answer.status !== 404,
    );
    await settlement.settle(reference);
    expect(await stateOf(reference)).toMatchObject({ status: 'successful', naira: 3000 });
  });

  it('keeps another customer’s payment from view and from harm', async () => {
    const { reference } = await startTopup();
    await pay(reference, 'success');
    const stranger = await insertUser(shop);
    expect(await verify(reference, stranger)).toMatchObject({
      status: 404,
      body: { success: false, code: 'PAYMENT_NOT_FOUND' },
    });
    expect(await stateOf(reference)).toMatchObject({ status: 'pending', booked: 0 });
  });

  it.each(['', '?reference=', '?reference=a&reference=b'])(
    'asks for the reference when the query is "%s"',
    async (query) => {
      const answer = await shop.call('GET', `/api/v1/payments/verify${query}`, { user: 1 });
      expect(answer).toMatchObject({
        status: 422,
        body: { message: 'No payment reference found' },
      });
    },
  );

  it('refuses a reference that is no text', async () => {
    const answer = await shop.call('GET', '/api/v1/payments/verify?reference=a%00b', { user: 1 });
    expect(answer.status).toBe(422);
  });

  it.each(['NEVER-MADE-1234', '%27%20OR%201=1', '../../x'])(
    'knows no payment %s',
    async (reference) => {
      const answer = await shop.call('GET', `/api/v1/payments/verify?reference=${reference}`, {
        user: 1,
      });
      expect(answer.status).toBe(404);
    },
  );

  it('finds due payments by itself, each handed to one sweeper', async () => {
    const { reference } = await startTopup();
    await pay(reference, 'success');
    const { id } = await stateOf(reference);
    shop.clock.advance(MINUTE);
    const sweep = shop.module.get(SweepPaymentsProcessor);
    await Promise.all([sweep.handle(), sweep.handle(), sweep.handle()]);
    const jobs = await eventually(
      () =>
        shop.sql<{ paymentId: number }>(
          `SELECT (data::jsonb ->> 'paymentId')::int AS "paymentId" FROM bullmq.job
           WHERE name = 'payments.verify-payment' AND (data::jsonb ->> 'paymentId')::int = $1`,
          [id],
        ),
      (rows) => rows.length > 0,
    );
    // One from the start, one from the sweeps.
    expect(jobs).toHaveLength(2);
    const leased = await stateOf(reference);
    expect((leased.next_check_at as Date).getTime()).toBeGreaterThan(shop.clock.now().getTime());
  });
});
