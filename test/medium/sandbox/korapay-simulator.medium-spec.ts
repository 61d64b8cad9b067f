import { SandboxSchema } from '../../../src/sandbox/sandbox.module';
import { KorapayTestApp } from './korapay-test-app';
import { useTestApp } from '../../support/use-test-app';

describe('Korapay simulator', () => {
  const korapay = useTestApp(() => KorapayTestApp.open());

  beforeEach(() => korapay.clear());

  describe('charges', () => {
    it.each(['', 'pk_test_sandbox', 'sk_live_x', 'nonsense'])(
      'need a test key, not "%s"',
      async (key) => {
        for (const [method, path] of [
          ['POST', '/charges/initialize'],
          ['GET', '/charges/x'],
          ['GET', '/pay-ins'],
          ['GET', '/balances'],
          ['POST', '/refunds/initiate'],
          ['GET', '/refunds/x'],
        ] as const)
          expect(
            await korapay.merchant(method, path, method === 'POST' ? {} : undefined, key),
          ).toMatchObject({
            status: 401,
            body: { status: false, data: null },
          });
      },
    );

    it.each<[string, Record<string, unknown>]>([
      ['amount', { amount: 99 }],
      ['amount', { amount: 1_000_000.01 }],
      ['amount', { amount: 'lots' }],
      ['amount', { amount: undefined }],
      ['currency', { currency: 'USD' }],
      ['reference', { reference: 'short' }],
      ['customer.email', { customer: { email: 'nobody' } }],
      ['customer.email', { customer: undefined }],
      ['redirect_url', { redirect_url: 'not a url' }],
      ['notification_url', { notification_url: 'ftp://x/' }],
      ['merchant_bears_cost', { merchant_bears_cost: 'yes' }],
      ['channels', { channels: ['cash'] }],
      ['default_channel', { channels: ['card'], default_channel: 'bank_transfer' }],
      ['metadata', { metadata: { user_id: 1 } }],
      ['metadata', { metadata: {} }],
      ['metadata', { metadata: { ['k'.repeat(21)]: 1 } }],
      ['metadata', { metadata: { a: 1, b: 1, c: 1, d: 1, e: 1, f: 1 } }],
    ])('are rejected for an invalid %s: %j', async (field, over) => {
      expect(
        await korapay.merchant('POST', '/charges/initialize', korapay.newCharge(over)),
      ).toMatchObject({
        status: 400,
        body: {
          status: false,
          error: 'bad_request',
          data: { [field]: { message: expect.any(String) } },
        },
      });
    });

    it('are created once per reference', async () => {
      const request = korapay.newCharge();
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => korapay.merchant('POST', '/charges/initialize', request)),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.find(({ status }) => status !== 200)).toMatchObject({
        status: 409,
        body: { status: false, code: 'AA021', message: 'duplicate payment reference', data: null },
      });
    });

    it.each([
      [true, 5000, '5000.00', 75],
      [false, 5000, '5075.00', 75],
      [true, 1_000_000, '1000000.00', 2000],
      [false, 1000.5, '1015.51', 15.01],
    ])(
      'tell text amounts and a number fee (we bear it: %s, ₦%d)',
      async (bears, amount, paid, fee) => {
        const { reference, checkoutUrl } = await korapay.charge({
          merchant_bears_cost: bears,
          amount,
        });
        await korapay.submitCheckout(checkoutUrl, 'success');
        expect(await korapay.merchant('GET', `/charges/${reference}`)).toMatchObject({
          status: 200,
          body: {
            status: true,
            data: {
              reference,
              status: 'success',
              amount: amount.toFixed(2),
              amount_paid: paid,
              fee,
              currency: 'NGN',
            },
          },
        });
      },
    );
  });

  describe('the checkout page', () => {
    it('states that it is a simulation and offers three outcomes without scripts', async () => {
      const { reference, checkoutUrl } = await korapay.charge();
      const response = await fetch(checkoutUrl);
      const markup = await response.text();
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      const policy = response.headers.get('content-security-policy')!;
      expect(policy).toContain(`default-src 'none'`);
      expect(policy).toContain(`form-action 'self' ${korapay.shop.url}`);
      expect(markup).toContain('simulation');
      expect(markup).toContain('₦5,000');
      expect(markup).toContain(reference);
      for (const outcome of ['success', 'failed', 'abandoned'])
        expect(markup).toContain(`name="outcome" value="${outcome}"`);
      expect(markup).not.toContain('<script');
    });

    it('escapes merchant input', async () => {
      const { checkoutUrl } = await korapay.charge({
        customer: { email: '<script>x</script>@example.com' },
      });
      const markup = await (await fetch(checkoutUrl)).text();
      expect(markup).not.toContain('<script');
      expect(markup).toContain('&lt;script&gt;');
    });

    it.each([
      ['success', 'success'],
      ['failed', 'failed'],
      ['abandoned', 'processing'],
    ])('on %s redirects with the reference and sets the charge to %s', async (outcome, status) => {
      const { reference, checkoutUrl } = await korapay.charge();
      const response = await korapay.submitCheckout(checkoutUrl, outcome);
      expect(response.status).toBe(303);
      expect(response.headers.get('location')).toBe(
        `${korapay.shop.url}/wallet?status=success&reference=${reference}`,
      );
      expect(await korapay.merchant('GET', `/charges/${reference}`)).toMatchObject({
        body: { data: { status } },
      });
    });

    it('sends no webhook for an abandoned checkout', async () => {
      const { reference, checkoutUrl } = await korapay.charge();
      await korapay.submitCheckout(checkoutUrl, 'abandoned');
      expect(
        await korapay.shop.sql('SELECT 1 FROM sandbox.webhook WHERE reference = $1', [reference]),
      ).toEqual([]);
    });

    it('handles twenty concurrent submissions once', async () => {
      const { reference, checkoutUrl } = await korapay.charge();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => korapay.submitCheckout(checkoutUrl, 'success')),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
      await korapay.submitCheckout(checkoutUrl, 'failed');
      expect(await korapay.merchant('GET', `/charges/${reference}`)).toMatchObject({
        body: { data: { status: 'success' } },
      });
      expect(
        await korapay.shop.sql('SELECT 1 FROM sandbox.webhook WHERE reference = $1', [reference]),
      ).toHaveLength(2);
    });

    it('lets a failed payment succeed later', async () => {
      const { reference, checkoutUrl } = await korapay.charge();
      await korapay.submitCheckout(checkoutUrl, 'failed');
      await korapay.submitCheckout(checkoutUrl, 'success');
      expect(await korapay.merchant('GET', `/charges/${reference}`)).toMatchObject({
        body: { data: { status: 'success' } },
      });
    });

    it('rejects unknown outcomes and unknown charges', async () => {
      const { checkoutUrl } = await korapay.charge();
      expect((await korapay.submitCheckout(checkoutUrl, 'stolen')).status).toBe(422);
      expect((await fetch(checkoutUrl, { method: 'POST' })).status).toBe(422);
      const nowhere = `${korapay.shop.url}/sandbox/korapay/checkout/KPY-PI-0/pay`;
      expect((await fetch(nowhere)).status).toBe(404);
      expect((await korapay.submitCheckout(nowhere, 'success')).status).toBe(404);
    });
  });

  describe('refunds, pay-ins and balances', () => {});

  it('rejects unknown faults and lists the injected ones', async () => {
    expect(
      (await korapay.shop.call('POST', '/sandbox/korapay/control', { body: { route: 'x' } }))
        .status,
    ).toBe(422);
    await korapay.shop.call('POST', '/sandbox/korapay/control', {
      body: { route: 'find', reference: 'SIM-X', times: 2, data: { amount: 1 } },
    });
    const { body } = await korapay.shop.call('GET', '/sandbox/korapay/control');
    expect(body).toEqual([
      { route: 'find', reference: 'SIM-X', remaining: 2, behaviour: { data: { amount: 1 } } },
    ]);
  });

  it('restarts on its existing tables', async () => {
    const { reference } = await korapay.charge();
    const schema = korapay.shop.module.get(SandboxSchema);
    await Promise.all([schema.onModuleInit(), schema.onModuleInit()]);
    expect((await korapay.merchant('GET', `/charges/${reference}`)).status).toBe(200);
  });
});
