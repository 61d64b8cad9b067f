import { DAY, MINUTE, SECOND } from '../../../src/common/time/clock';
import { CardProvider, type CheckoutResult } from '../../../src/payments/ports/card-provider';
import { SettlementService } from '../../../src/payments/settlement.service';
import { insertUser } from '../../support/room';
import { eventually, openSandboxApp, type SandboxApp } from '../../support/sandbox-app';
import { hastily, PATIENCE_MS } from './patience';

interface Started {
  success: boolean;
  message: string;
  payment_data: { data: { checkout_url: string; reference: string } };
}

describe('Starting a top-up', () => {
  let shop: SandboxApp;
  let user: number;
  let serial = 0;

  beforeAll(async () => {
    shop = await openSandboxApp(PATIENCE_MS);
    user = await insertUser(shop);
  });
  afterAll(() => shop.close());
  afterEach(() => {
    jest.restoreAllMocks();
    return shop.call('DELETE', '/sandbox/korapay/control');
  });

  const newReference = () => `TOPUP-${Date.now()}-${(serial += 1)}`;
  const requestOf = (over: Record<string, unknown> = {}) => ({
    amount: 5000,
    currency: 'NGN',
    email: 'someone.else@example.com',
    reference: newReference(),
    callback_url: `${shop.url}/wallet?status=success`,
    metadata: { user_id: 999, purpose: 'wallet_topup', amount: 5000 },
    ...over,
  });
  const start = (body: unknown, as = user) =>
    shop.call('POST', '/api/v1/payments/initialize-topup', { user: as, body });
  const paymentOf = async (reference: string) => {
    const [row] = await shop.sql<Record<string, unknown>>(
      `SELECT p.status, p.checkout_url, p.reason, p.next_check_at, p.expires_at, p.provider,
         t.status AS line, t.metadata, t.type, t.purpose, t.description
       FROM payment p JOIN wallet_transaction t ON t.id = p.transaction_id WHERE p.reference = $1`,
      [reference],
    );
    return row;
  };
  const mischief = (body: unknown) => shop.call('POST', '/sandbox/korapay/control', { body });
  /** Of the jobs that will look at the payment. */
  const delaysOf = async (reference: string) => {
    const rows = await eventually(
      () =>
        shop.sql<{ delay: number }>(
          `SELECT j.delay_ms::int AS delay FROM bullmq.job j
           JOIN payment p ON p.id = (j.data::jsonb ->> 'paymentId')::int
           WHERE j.name = 'payments.verify-payment' AND p.reference = $1`,
          [reference],
        ),
      (jobs) => jobs.length > 0,
    );
    return rows.map(({ delay }) => delay);
  };
  const auditOf = (reference: string) =>
    shop.sql(
      `SELECT a.action, a.details FROM audit_log a JOIN payment p ON a.target = 'payment:' || p.id
       WHERE p.reference = $1 ORDER BY a.id`,
      [reference],
    );

  it('answers the checkout and tells the provider whole naira, our own customer and our addresses', async () => {
    const body = requestOf();
    const { status, body: answer } = await start(body);
    expect(status).toBe(200);
    const { success, message, payment_data } = answer as Started;
    expect({ success, message }).toEqual({
      success: true,
      message: 'Payment initialized successfully!',
    });
    expect(payment_data.data.reference).toBe(body.reference);
    expect(payment_data.data.checkout_url).toMatch(
      new RegExp(`^${shop.url}/sandbox/korapay/checkout/KPY-PI-[0-9a-f]+/pay$`),
    );
    const { body: seen } = await shop.call(
      'GET',
      `/sandbox/korapay/control/charges/${body.reference}`,
    );
    expect(seen).toMatchObject({
      customer: { email: `user-${user}@example.com` },
      redirect_url: `${shop.url}/wallet?status=success`,
      notification_url: `${shop.url}/api/v1/payments/webhook/korapay`,
      charge: { amount: '5000.00', currency: 'NGN', metadata: { 'user-id': String(user) } },
    });
    expect(await paymentOf(body.reference)).toMatchObject({
      status: 'pending',
      line: 'pending',
      checkout_url: payment_data.data.checkout_url,
      metadata: { client: body.metadata },
      provider: 'korapay',
      type: 'credit',
      purpose: 'topup',
      description: 'Wallet top-up',
    });
    const { next_check_at: next, expires_at: end } = (await paymentOf(body.reference)) as {
      next_check_at: Date;
      expires_at: Date;
    };
    const now = shop.clock.now().getTime();
    expect(next.getTime() - now).toBeLessThan(6 * SECOND);
    expect(end.getTime() - now).toBeGreaterThan(DAY - MINUTE);
    expect(await delaysOf(body.reference)).toEqual([5 * SECOND]);
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
  ])('refuses %j and keeps nothing of it', async (over, field, text) => {
    const body = requestOf(over);
    const { status, body: answer } = await start(body);
    expect(status).toBe(422);
    const { errors } = answer as { errors: Record<string, string[]> };
    expect(Object.keys(errors)).toEqual([field]);
    if (text) expect(errors[field]).toEqual([text]);
    expect(await paymentOf(String(body.reference))).toBeUndefined();
  });

  it('takes the least and the most that is allowed', async () => {
    for (const amount of [1000, 1_000_000])
      expect((await start(requestOf({ amount }))).status).toBe(200);
  });

  it('refuses a reference that was used before, by whomever, and leaves the first as it was', async () => {
    const body = requestOf();
    await start(body);
    const before = await paymentOf(body.reference);
    for (const as of [user, await insertUser(shop)]) {
      const { status, body: answer } = await start({ ...body, amount: 7000 }, as);
      expect(status).toBe(409);
      expect(answer).toMatchObject({ code: 'REFERENCE_TAKEN' });
    }
    expect(await paymentOf(body.reference)).toEqual(before);
  });

  it('starts one of twenty with the same reference at the same moment', async () => {
    const body = requestOf();
    const answers = await Promise.all(Array.from({ length: 20 }, () => start(body)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  });

  it('says so when top-ups are switched off', async () => {
    await shop.sql(`INSERT INTO setting (key, value) VALUES ('korapayEnabled', 'false')`);
    await shop.sql(`NOTIFY settings`);
    const answer = await eventually(
      () => start(requestOf()),
      ({ status }) => status !== 200,
    );
    expect(answer).toMatchObject({ status: 503, body: { code: 'TOPUPS_DISABLED' } });
    await shop.sql(`DELETE FROM setting`);
    await shop.sql(`NOTIFY settings`);
    await eventually(
      () => start(requestOf()),
      ({ status }) => status === 200,
    );
  });

  it('fails the payment when the provider refuses, and tells why', async () => {
    await mischief({
      route: 'initialize',
      times: 1,
      status: 400,
      json: {
        status: false,
        error: 'bad_request',
        message: 'invalid request data',
        data: { amount: { message: 'amount is above your limit' } },
      },
    });
    const body = requestOf();
    const { status, body: answer } = await start(body);
    expect(status).toBe(502);
    expect(answer).toMatchObject({
      code: 'PAYMENT_REFUSED',
      message: 'The payment could not be started: amount is above your limit. Nothing was charged.',
    });
    expect(await paymentOf(body.reference)).toMatchObject({
      status: 'failed',
      line: 'failed',
      reason: 'amount is above your limit',
      next_check_at: null,
    });
    expect((await auditOf(body.reference)).slice(1)).toEqual([
      {
        action: 'payment.failed',
        details: `Top-up ${body.reference} was refused. amount is above your limit`,
      },
    ]);
  });

  it.each<[CheckoutResult['outcome'], number]>([
    ['ready', 200],
    ['refused', 502],
    ['duplicate', 409],
  ])('leaves what was paid before it heard "%s" as it is', async (outcome, answered) => {
    const provider = shop.module.get(CardProvider, { strict: false });
    const real = provider.initialize.bind(provider);
    const body = requestOf();
    jest.spyOn(provider, 'initialize').mockImplementation(async (request) => {
      // Our row stands, and the minute is long in which nobody else asks.
      const { next_check_at: next } = (await paymentOf(body.reference)) as { next_check_at: Date };
      expect(next.getTime() - shop.clock.now().getTime()).toBeGreaterThan(30 * SECOND);
      const ready = await real(request);
      await mischief({ route: 'webhook', reference: body.reference, copies: 0 });
      await shop.call('POST', `/sandbox/korapay/control/charges/${body.reference}`, {
        body: { outcome: 'success' },
      });
      await shop.module.get(SettlementService, { strict: false }).settle(body.reference);
      if (outcome === 'refused') return { outcome, message: 'no' };
      return outcome === 'duplicate' ? { outcome } : ready;
    });
    expect((await start(body)).status).toBe(answered);
    expect(await paymentOf(body.reference)).toMatchObject({
      status: 'successful',
      line: 'successful',
      reason: null,
      checkout_url: outcome === 'ready' ? expect.stringContaining('/checkout/') : null,
    });
    expect(await auditOf(body.reference)).toMatchObject([
      { action: 'payment.initialized' },
      { action: 'payment.settled' },
    ]);
  });

  it.each([
    ['no answer, the charge not made', { hangMs: 60_000 }],
    ['no answer, the charge made', { hangMs: 60_000, accept: true }],
    ['an error of the server', { status: 500, json: { status: false, message: 'oops' } }],
    ['a page of a gateway', { status: 502, text: '<html>Bad gateway</html>' }],
    ['broken JSON', { status: 200, text: '{"status":true,"data":{' }],
    ['a redirect', { status: 302, headers: { location: 'https://evil.example/' } }],
    ['another reference', { data: { reference: 'SOMEBODY-ELSES' } }],
    ['a checkout that is no web page', { data: { checkout_url: 'javascript:alert(1)' } }],
  ])('keeps the payment open on %s and never asks twice', async (_what, behaviour) => {
    await mischief({ route: 'initialize', times: 1, ...behaviour });
    const body = requestOf();
    const begin = () => start(body);
    const { status, body: answer } = await ('hangMs' in behaviour ? hastily(shop, begin) : begin());
    expect(status).toBe(502);
    expect(answer).toMatchObject({ code: 'UPSTREAM_UNKNOWN' });
    const kept = await paymentOf(body.reference);
    expect(kept).toMatchObject({ status: 'created', line: 'pending', checkout_url: null });
    expect(kept!.next_check_at).not.toBeNull();
    expect(await delaysOf(body.reference)).toEqual([5 * SECOND]);
    expect((await start(body)).status).toBe(409);
  });

  it('never credits a reference that the provider knew before us', async () => {
    const body = requestOf();
    const charge = await shop.call('POST', '/sandbox/korapay/merchant/api/v1/charges/initialize', {
      headers: { authorization: 'Bearer sk_test_sandbox' },
      body: {
        amount: 5000,
        currency: 'NGN',
        reference: body.reference,
        customer: { email: 'old@example.com' },
      },
    });
    expect(charge.status).toBe(200);
    await shop.call('POST', `/sandbox/korapay/control/charges/${body.reference}`, {
      body: { outcome: 'success' },
    });
    expect(await start(body)).toMatchObject({ status: 409, body: { code: 'REFERENCE_TAKEN' } });
    const verified = await shop.call('GET', `/api/v1/payments/verify?reference=${body.reference}`, {
      user,
    });
    expect(verified.body).toMatchObject({ data: { status: 'failed' } });
    const reason = 'The provider knew this reference before';
    expect(await paymentOf(body.reference)).toMatchObject({
      status: 'rejected',
      line: 'failed',
      reason,
      next_check_at: null,
    });
    expect((await auditOf(body.reference)).slice(1)).toEqual([
      {
        action: 'payment.failed',
        details: `Top-up ${body.reference} was rejected. ${reason}`,
      },
    ]);
  });

  it('leaves an audit row for each start', async () => {
    const body = requestOf();
    await start(body);
    const rows = await shop.sql(
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
});
