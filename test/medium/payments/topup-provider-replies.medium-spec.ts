import { SECOND } from '../../../src/common/time/clock';
import { KorapayService } from '../../../src/payments/korapay/korapay.service';
import type { CheckoutResult } from '../../../src/payments/korapay/korapay.types';
import { usePaymentsTestApp } from './payments-test-app';

describe('TopupService: replies of the provider', () => {
  let user: number;

  const app = usePaymentsTestApp();
  beforeAll(async () => {
    user = await app.insertUser();
  });
  afterEach(() => jest.restoreAllMocks());

  const auditOf = (reference: string) =>
    app.sql(
      `SELECT a.action, a.details FROM audit_log a JOIN payment p ON a.target = 'payment:' || p.id
       WHERE p.reference = $1 ORDER BY a.id`,
      [reference],
    );

  it('should fail the payment with the reason of the provider when it refuses', async () => {
    await app.injectFault({
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
    const body = app.buildTopup();
    const { status, body: answer } = await app.initialize(body, user);
    expect(status).toBe(502);
    expect(answer).toMatchObject({
      code: 'PAYMENT_REFUSED',
      message: 'The payment could not be started: amount is above your limit. Nothing was charged.',
    });
    expect(await app.getPayment(body.reference)).toMatchObject({
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
  ])(
    'should not change a payment that was credited before the reply "%s"',
    async (outcome, expectedStatus) => {
      const provider = app.get(KorapayService);
      const real = provider.initialize.bind(provider);
      const body = app.buildTopup();
      jest.spyOn(provider, 'initialize').mockImplementation(async (request) => {
        // The payment row exists and no sweep is due within the next minute.
        const { next_check_at: next } = (await app.getPayment(body.reference)) as {
          next_check_at: Date;
        };
        expect(next.getTime() - app.clock.now().getTime()).toBeGreaterThan(30 * SECOND);
        const ready = await real(request);
        await app.silence(body.reference);
        await app.setChargeOutcome(body.reference);
        await app.settle(body.reference);
        if (outcome === 'refused') return { outcome, message: 'no' };
        return outcome === 'duplicate' ? { outcome } : ready;
      });
      expect((await app.initialize(body, user)).status).toBe(expectedStatus);
      expect(await app.getPayment(body.reference)).toMatchObject({
        status: 'successful',
        line: 'successful',
        reason: null,
        checkout_url: outcome === 'ready' ? expect.stringContaining('/checkout/') : null,
      });
      expect(await auditOf(body.reference)).toMatchObject([
        { action: 'payment.initialized' },
        { action: 'payment.settled' },
      ]);
    },
  );

  it.each([
    ['no answer without a charge', { hangMs: 60_000 }],
    ['no answer with a charge', { hangMs: 60_000, accept: true }],
    ['a server error', { status: 500, json: { status: false, message: 'oops' } }],
    ['an HTML page of a gateway', { status: 502, text: '<html>Bad gateway</html>' }],
    ['broken JSON', { status: 200, text: '{"status":true,"data":{' }],
    ['a redirect', { status: 302, headers: { location: 'https://evil.example/' } }],
    ['another reference', { data: { reference: 'OTHER-CUSTOMERS' } }],
    ['a checkout URL that is not http(s)', { data: { checkout_url: 'javascript:alert(1)' } }],
  ])('should keep the payment open and not repeat the call on %s', async (_what, behaviour) => {
    await app.injectFault({ route: 'initialize', times: 1, ...behaviour });
    const body = app.buildTopup();
    const begin = () => app.initialize(body, user);
    const { status, body: answer } = await ('hangMs' in behaviour
      ? app.withShortTimeout(begin)
      : begin());
    expect(status).toBe(502);
    expect(answer).toMatchObject({ code: 'UPSTREAM_UNKNOWN' });
    const kept = await app.getPayment(body.reference);
    expect(kept).toMatchObject({ status: 'created', line: 'pending', checkout_url: null });
    expect(kept!.next_check_at).not.toBeNull();
    expect(await app.findCheckDelays(body.reference)).toEqual([5 * SECOND]);
    expect((await app.initialize(body, user)).status).toBe(409);
  });

  it('should never credit a reference that already existed at the provider', async () => {
    const body = app.buildTopup();
    const charge = await app.call('POST', '/sandbox/korapay/merchant/api/v1/charges/initialize', {
      headers: { authorization: 'Bearer sk_test_sandbox' },
      body: {
        amount: 5000,
        currency: 'NGN',
        reference: body.reference,
        customer: { email: 'old@example.com' },
      },
    });
    expect(charge.status).toBe(200);
    await app.setChargeOutcome(body.reference);
    expect(await app.initialize(body, user)).toMatchObject({
      status: 409,
      body: { code: 'REFERENCE_TAKEN' },
    });
    const verified = await app.call('GET', `/api/v1/payments/verify?reference=${body.reference}`, {
      user,
    });
    expect(verified.body).toMatchObject({ data: { status: 'failed' } });
    const reason = 'The provider knew this reference before';
    expect(await app.getPayment(body.reference)).toMatchObject({
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
});
