import { SECOND } from '../../../src/common/time/clock';
import { KorapayService } from '../../../src/payments/korapay/korapay.service';
import type { CheckoutResult } from '../../../src/payments/korapay/korapay.types';
import { usePaymentsTestApp } from './payments-test-app';
import { SettingsService } from '../../../src/settings/settings.service';

describe('Top-ups', () => {
  const app = usePaymentsTestApp();
  let user: number;

  beforeEach(async () => {
    user = await app.insertUser();
  });

  describe('and replies of the provider', () => {
    afterEach(() => jest.restoreAllMocks());

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
        message:
          'The payment could not be started: amount is above your limit. Nothing was charged.',
      });
      expect(await app.getPayment(body.reference)).toMatchObject({
        status: 'failed',
        line: 'failed',
        reason: 'amount is above your limit',
        next_check_at: null,
      });
      expect((await app.findAuditTrail(body.reference)).slice(1)).toMatchObject([
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
        expect(await app.findAuditTrail(body.reference)).toMatchObject([
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
      const verified = await app.call(
        'GET',
        `/api/v1/payments/verify?reference=${body.reference}`,
        {
          user,
        },
      );
      expect(verified.body).toMatchObject({ data: { status: 'failed' } });
      const reason = 'The provider knew this reference before';
      expect(await app.getPayment(body.reference)).toMatchObject({
        status: 'rejected',
        line: 'failed',
        reason,
        next_check_at: null,
      });
      expect((await app.findAuditTrail(body.reference)).slice(1)).toMatchObject([
        {
          action: 'payment.failed',
          details: `Top-up ${body.reference} was rejected. ${reason}`,
        },
      ]);
    });
  });

  // Without the record of the key, as after a crash or its expiry: only the payment is left to answer from.
  describe('started with an Idempotency-Key', () => {
    it('should answer a repeated key with the checkout page that stands, even when its record is lost', async () => {
      const body = app.buildTopup();
      const send = (as = user) => app.initialize(body, as, { 'idempotency-key': body.reference });
      const first = await send();
      expect(first.status).toBe(200);
      expect(await send()).toMatchObject({ status: 200, body: first.body });
      expect(await send(await app.insertUser())).toMatchObject({
        body: { code: 'REFERENCE_TAKEN' },
      });
      expect(await app.findAuditActions(body.reference)).toEqual(['payment.initialized']);
      // A process that died before the provider answered.
      await app.sql(`UPDATE payment SET checkout_url = NULL WHERE reference = $1`, [
        body.reference,
      ]);
      expect(await send()).toMatchObject({ status: 502, body: { code: 'UPSTREAM_UNKNOWN' } });
    });

    it('should start nothing for a key that started another top-up', async () => {
      const body = app.buildTopup();
      const key = { 'idempotency-key': body.reference };
      expect((await app.initialize(body, user, key)).status).toBe(200);
      await app.sql('DELETE FROM idempotency_record WHERE user_id = $1 AND key = $2', [
        user,
        body.reference,
      ]);
      const other = app.buildTopup();
      for (const changed of [other, { ...body, amount: 6000 }])
        expect(await app.initialize(changed, user, key)).toMatchObject({
          status: 409,
          body: { code: 'IDEMPOTENCY_KEY_REUSED' },
        });
      expect(await app.getPayment(other.reference)).toBeUndefined();
    });
  });

  describe('and ways to pay', () => {
    const findCharge = (reference: string) =>
      app.row<Record<string, unknown>>(
        'SELECT id, channels, default_channel FROM sandbox.charge WHERE reference = $1',
        [reference],
      );
    const start = async (over: object = {}) => {
      const body = app.buildTopup(over as Record<string, unknown>);
      return { reference: body.reference, answer: await app.initialize(body, user) };
    };
    const offer = async (...channels: string[]) => {
      for (const key of ['card', 'bankTransfer', 'payWithBank', 'mobileMoney'])
        await app.sql(
          `INSERT INTO setting (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = $2`,
          [`${key}Channel`, String(channels.includes(key))],
        );
      app.get(SettingsService).invalidateCache();
    };

    it('should be the ones of the shop, and the chosen one is paid with and shown', async () => {
      const { reference, answer } = await start({ channel: 'bank_transfer' });
      expect(answer.status).toBe(200);
      const charge = await findCharge(reference);
      expect(charge).toMatchObject({
        channels: ['card', 'bank_transfer', 'pay_with_bank'],
        default_channel: 'bank_transfer',
      });
      const pay = `/sandbox/korapay/checkout/${String(charge.id)}/pay`;
      const page = await app.call('GET', pay);
      expect(String(page.body)).toMatch(
        /<option value="bank_transfer">[\s\S]*<option value="card">/,
      );
      await app.call('POST', pay, { body: { outcome: 'success' } });
      await app.verify(reference, user);
      expect(await app.getPayment(reference)).toMatchObject({
        status: 'successful',
        payment_method: 'bank_transfer',
        booked: 1,
      });
    });

    it.each([
      ['mobile_money', 'This way to pay is not offered. Choose another.'],
      ['cash', 'Choose one of the offered ways to pay'],
    ])('should refuse %s and store nothing', async (channel, text) => {
      const { reference, answer } = await start({ channel });
      expect(answer).toMatchObject({ status: 422, body: { errors: { channel: [text] } } });
      expect(await app.getPayment(reference)).toBeUndefined();
    });

    it('should be left to the provider when the shop chose none', async () => {
      await offer();
      const { reference, answer } = await start();
      expect(answer.status).toBe(200);
      expect(await findCharge(reference)).toMatchObject({ channels: [], default_channel: null });
      expect((await start({ channel: 'card' })).answer.status).toBe(422);
    });
  });
});
