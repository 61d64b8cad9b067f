import { DataSource } from 'typeorm';
import { DAY, MINUTE, SECOND } from '../../../src/common/time/clock';
import { waitForLockWaits } from '../../support/lock-waits';
import { eventually } from '../../support/sandbox-app';
import { type Topup, usePaymentsTestApp } from './payments-test-app';

interface Started {
  success: boolean;
  message: string;
  payment_data: { data: { checkout_url: string; reference: string } };
}

describe('TopupService', () => {
  let user: number;

  const app = usePaymentsTestApp();
  beforeAll(async () => {
    user = await app.insertUser();
  });

  it('should return the checkout and send whole naira, the customer and the shop’s URLs', async () => {
    const body = app.buildTopup();
    const { status, body: answer } = await app.initialize(body, user);
    expect(status).toBe(200);
    const { success, message, payment_data } = answer as Started;
    expect({ success, message }).toEqual({
      success: true,
      message: 'Payment initialized successfully!',
    });
    expect(payment_data.data.reference).toBe(body.reference);
    expect(payment_data.data.checkout_url).toMatch(
      new RegExp(`^${app.url}/sandbox/korapay/checkout/KPY-PI-[0-9a-f]+/pay$`),
    );
    const { body: seen } = await app.call(
      'GET',
      `/sandbox/korapay/control/charges/${body.reference}`,
    );
    expect(seen).toMatchObject({
      customer: { email: `user-${user}@example.com` },
      redirect_url: `${app.url}/wallet?status=success`,
      notification_url: `${app.url}/api/v1/payments/webhook/korapay`,
      charge: { amount: '5000.00', currency: 'NGN', metadata: { 'user-id': String(user) } },
    });
    expect(await app.getPayment(body.reference)).toMatchObject({
      status: 'pending',
      line: 'pending',
      checkout_url: payment_data.data.checkout_url,
      metadata: { client: body.metadata },
      provider: 'korapay',
      type: 'credit',
      purpose: 'topup',
      description: 'Wallet top-up',
    });
    const { next_check_at: next, expires_at: end } = (await app.getPayment(body.reference)) as {
      next_check_at: Date;
      expires_at: Date;
    };
    const now = app.clock.now().getTime();
    expect(next.getTime() - now).toBeLessThan(6 * SECOND);
    expect(end.getTime() - now).toBeGreaterThan(DAY - MINUTE);
    expect(await app.findCheckDelays(body.reference)).toEqual([5 * SECOND]);
  });

  it.each([
    [{ amount: 0 }, 'amount', 'Amount must be greater than 0'],
    [{ amount: -1 }, 'amount', 'Amount must be greater than 0'],
    [{ amount: 999 }, 'amount', 'Minimum amount is ₦1,000'],
    [{ amount: 1_000_001 }, 'amount', 'Maximum amount is ₦1,000,000'],
    [{ amount: 1e15 }, 'amount', 'Maximum amount is ₦1,000,000'],
    [{ amount: 99.99 }, 'amount', 'Amount must be a whole number of naira'],
    [{ amount: 5000.001 }, 'amount', 'Amount must be a whole number of naira'],
    [{ amount: '1e3' }, 'amount', 'Amount must be a whole number of naira'],
    [{ amount: ' 5000' }, 'amount', 'Amount must be a whole number of naira'],
    [{ amount: NaN }, 'amount', 'Amount must be a whole number of naira'],
    [{ amount: [5000] }, 'amount', 'Amount must be a whole number of naira'],
    [{ amount: undefined }, 'amount', 'Amount must be a whole number of naira'],
    [{ currency: 'USD' }, 'currency', 'Currency must be NGN'],
    [{ reference: 'short' }, 'reference', undefined],
    [{ reference: 'with space in it' }, 'reference', undefined],
    [{ reference: 'x'.repeat(51) }, 'reference', undefined],
    [{ callback_url: 'https://evil.example/wallet' }, 'callback_url', undefined],
    [{ callback_url: undefined }, 'callback_url', undefined],
    [{ metadata: { deep: { er: 1 } } }, 'metadata', undefined],
    [{ metadata: { long: 'x'.repeat(3000) } }, 'metadata', undefined],
    [{ metadata: 'text' }, 'metadata', undefined],
    [{ user_id: 1 }, 'user_id', undefined],
  ])('should refuse %j and store nothing', async (over, field, text) => {
    const body = app.buildTopup(over);
    const { status, body: answer } = await app.initialize(body, user);
    expect(status).toBe(422);
    const { errors } = answer as { errors: Record<string, string[]> };
    expect(Object.keys(errors)).toEqual([field]);
    if (text) expect(errors[field]).toEqual([text]);
    expect(await app.getPayment(String(body.reference))).toBeUndefined();
  });

  it('should accept the minimum and the maximum amount', async () => {
    for (const amount of [1000, 1_000_000])
      expect((await app.initialize(app.buildTopup({ amount }), user)).status).toBe(200);
  });

  it('should refuse a used reference of any customer and not change the first payment', async () => {
    const body = app.buildTopup();
    await app.initialize(body, user);
    const before = await app.getPayment(body.reference);
    for (const as of [user, await app.insertUser()]) {
      const { status, body: answer } = await app.initialize({ ...body, amount: 7000 }, as);
      expect(status).toBe(409);
      expect(answer).toMatchObject({ code: 'REFERENCE_TAKEN' });
    }
    expect(await app.getPayment(body.reference)).toEqual(before);
  });

  it('should start one of twenty concurrent top-ups with the same reference', async () => {
    const body = app.buildTopup();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => app.initialize(body, user)),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  });

  it('should refuse when top-ups are disabled', async () => {
    // The polls below start some.
    user = await app.insertUser();
    await app.sql(`INSERT INTO setting (key, value) VALUES ('korapayEnabled', 'false')`);
    await app.sql(`NOTIFY settings`);
    const answer = await eventually(
      () => app.initialize(app.buildTopup(), user),
      ({ status }) => status !== 200,
    );
    expect(answer).toMatchObject({ status: 503, body: { code: 'TOPUPS_DISABLED' } });
    await app.sql(`DELETE FROM setting`);
    await app.sql(`NOTIFY settings`);
    await eventually(
      () => app.initialize(app.buildTopup(), user),
      ({ status }) => status === 200,
    );
  });

  it('should write an audit row for each start', async () => {
    const body = app.buildTopup();
    await app.initialize(body, user);
    const rows = await app.sql(
      `SELECT actor_id, action, details FROM audit_log WHERE details LIKE '%' || $1 || '%'`,
      [body.reference],
    );
    expect(rows).toEqual([
      {
        actor_id: user,
        action: 'payment.initialized',
        details: `Top-up ${body.reference} of ₦5,000 was started`,
      },
    ]);
  });

  describe('with a limit of open ones', () => {
    const start = (as: number, over = {}) => app.initialize(app.buildTopup(over), as);
    const startMany = (as: number, count: number) =>
      Promise.all(Array.from({ length: count }, () => start(as)));
    const countStatuses = (responses: { status: number }[]) =>
      [200, 409].map((wanted) => responses.filter(({ status }) => status === wanted).length);
    const listOpen = (as: number) =>
      app.sql<{ reference: string; amount: number; created_at: string }>(
        `SELECT reference, amount_kobo::int / 100 AS amount, created_at FROM payment
         WHERE user_id = $1 AND status IN ('created', 'pending') ORDER BY created_at, id`,
        [as],
      );

    it('should leave ten of twenty concurrent starts, and list those to the next', async () => {
      const customer = await app.insertUser();
      expect(countStatuses(await startMany(customer, 20))).toEqual([10, 10]);
      const open = await listOpen(customer);
      expect(open).toHaveLength(10);
      expect(await start(customer)).toMatchObject({
        status: 409,
        body: {
          success: false,
          code: 'TOO_MANY_OPEN_TOP_UPS',
          message:
            'You have 10 top-ups that are not paid yet. Pay or cancel one of them, then start a new one. Nothing was charged.',
          errors: { open_top_ups: JSON.parse(JSON.stringify(open)) as unknown },
        },
      });
      // Nothing is left of the refused ones, and other customers are not held up.
      expect(await listOpen(customer)).toEqual(open);
      expect(await start(await app.insertUser())).toMatchObject({ status: 200 });
      // A used reference is still told from an eleventh top-up.
      expect(await start(customer, { reference: open[0]!.reference })).toMatchObject({
        status: 409,
        body: { code: 'REFERENCE_TAKEN' },
      });
    });

    it('should not count those that are cancelled, paid, failed or expired', async () => {
      const customer = await app.insertUser();
      await startMany(customer, 10);
      const [first, second, third] = await listOpen(customer);
      await app.call('POST', `/api/v1/payments/${first!.reference}/cancel`, { user: customer });
      for (const [{ reference }, outcome] of [
        [second!, 'success'],
        [third!, 'failed'],
      ] as const) {
        await app.setChargeOutcome(reference, outcome);
        await app.verify(reference, customer);
      }
      expect(countStatuses(await startMany(customer, 4))).toEqual([3, 1]);
      app.clock.advance(DAY + MINUTE);
      expect(countStatuses(await startMany(customer, 11))).toEqual([10, 1]);
    });
  });

  describe('of a customer who changes their mind', () => {
    const checkout = ({ user: owner, reference }: Topup, as = owner) =>
      app.call('GET', `/api/v1/payments/${reference}/checkout`, { user: as });
    const cancel = ({ user: owner, reference }: Topup, as = owner) =>
      app.call('POST', `/api/v1/payments/${reference}/cancel`, { user: as });
    const runCheck = ({ paymentId }: Topup) => app.runJob('payments.verify-payment', { paymentId });
    const CREDITED = { status: 'successful', line: 'successful', booked: 1, naira: 5000 };

    it('should return to its checkout page until it is cancelled or expires', async () => {
      const topup = await app.startTopup();
      const started = await app.getPayment(topup.reference);
      expect(await checkout(topup)).toMatchObject({
        status: 200,
        body: {
          success: true,
          data: {
            reference: topup.reference,
            amount: 5000,
            status: 'pending',
            checkout_url: started!.checkout_url,
            can_cancel: true,
            closed_reason: null,
          },
        },
      });
      app.clock.advance(DAY + MINUTE);
      expect(await checkout(topup)).toMatchObject({
        body: { data: { checkout_url: null, can_cancel: true } },
      });
      app.clock.reset();
      expect(await cancel(topup)).toMatchObject({
        status: 200,
        body: { data: { status: 'cancelled', checkout_url: null, can_cancel: false } },
      });
      // Repeated, as after a lost reply.
      expect(await cancel(topup)).toMatchObject({ status: 200 });
      expect(await app.findAuditActions(topup.reference)).toEqual([
        'payment.initialized',
        'payment.cancelled',
      ]);
    });

    it('should say why it failed', async () => {
      const topup = await app.startTopup();
      await app.setChargeOutcome(topup.reference, 'failed');
      await app.verify(topup.reference, topup.user);
      expect(await checkout(topup)).toMatchObject({
        body: { data: { status: 'failed', closed_reason: 'declined', can_cancel: false } },
      });
    });

    it('should answer 404 for the payment of another customer', async () => {
      const topup = await app.startTopup();
      for (const call of [checkout, cancel])
        expect(await call(topup, user)).toMatchObject({
          status: 404,
          body: { code: 'PAYMENT_NOT_FOUND' },
        });
      expect(await cancel({ ...topup, reference: '%27%20OR%201=1' })).toMatchObject({
        status: 404,
      });
      expect(await app.getPayment(topup)).toMatchObject({ line: 'pending' });
    });

    it('should be credited once when it is paid after the cancellation', async () => {
      const topup = await app.startTopup();
      await cancel(topup);
      expect(await app.getPayment(topup)).toMatchObject({
        status: 'pending',
        line: 'cancelled',
        booked: 0,
        naira: 0,
      });
      await app.setChargeOutcome(topup.reference, 'success');
      for (let check = 0; check < 3; check += 1) await runCheck(topup);
      expect(await app.getPayment(topup)).toMatchObject(CREDITED);
      expect(await cancel(topup)).toMatchObject({
        status: 409,
        body: { code: 'PAYMENT_NOT_PENDING' },
      });
      expect(await app.getPayment(topup)).toMatchObject(CREDITED);
    });

    it('should stay cancelled when it expires, and still be credited when it is paid later', async () => {
      const topup = await app.startTopup();
      await cancel(topup);
      await app.setChargeOutcome(topup.reference, 'abandoned');
      app.clock.advance(DAY + MINUTE);
      await runCheck(topup);
      expect(await app.getPayment(topup)).toMatchObject({ status: 'expired', line: 'cancelled' });
      await app.setChargeOutcome(topup.reference, 'success');
      await runCheck(topup);
      expect(await app.getPayment(topup)).toMatchObject(CREDITED);
    });

    it('should not be cancelled while staff review money that was paid', async () => {
      const topup = await app.createInReview();
      expect(await cancel(topup)).toMatchObject({ status: 409 });
      expect(await app.getPayment(topup)).toMatchObject({ status: 'review', line: 'pending' });
    });

    it('should tell on the statement and at the checkout what arrived, while staff review it', async () => {
      const topup = await app.createInReview(10_000, { amount_paid: '6000.00' });
      const { user, reference } = topup;
      const read = async (path: string) =>
        (await app.call('GET', `/api/v1/${path}`, { user })).body;
      const shown = { reference, status: 'pending', amount: 10_000, review: { received: 6000 } };
      const list = await read('payments/transactions');
      expect(list).toMatchObject({ data: { transactions: [{ ...shown, can_verify: false }] } });
      const recent = await read('payments/transactions/recent');
      expect(recent).toMatchObject({ data: { transactions: [shown] } });
      expect(await read(`payments/${reference}/checkout`)).toMatchObject({
        data: { ...shown, checkout_url: null, can_cancel: false },
      });
      await app.review.accept(app.admin, topup.paymentId, 'The bank confirmed it.');
      expect(await read('payments/transactions')).toMatchObject({
        data: { transactions: [{ status: 'successful', amount: 6000, review: null }] },
      });
    });

    it.each(['cancel', 'settle'])(
      'should be credited once when %s is first to wait for the payment',
      async (first) => {
        const topup = await app.startTopup();
        await app.setChargeOutcome(topup.reference, 'success');
        const settle = () => app.settle(topup.reference);
        const comers = [() => cancel(topup), settle] as const;
        const [one, other] = first === 'cancel' ? comers : [comers[1], comers[0]];
        // Holds the payment until both wait for it.
        const barrier = app.get(DataSource).createQueryRunner();
        await barrier.startTransaction();
        await barrier.query('SELECT FROM payment WHERE id = $1 FOR UPDATE', [topup.paymentId]);
        const calls: Promise<unknown>[] = [one()];
        await waitForLockWaits(app, 1);
        calls.push(other());
        await waitForLockWaits(app, 2);
        await barrier.commitTransaction();
        await barrier.release();
        const results = await Promise.all(calls);
        expect(results[first === 'cancel' ? 0 : 1]).toMatchObject({
          status: first === 'cancel' ? 200 : 409,
        });
        expect(await app.getPayment(topup)).toMatchObject(CREDITED);
      },
    );
  });
});
