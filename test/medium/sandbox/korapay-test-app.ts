import { openSandboxApp, type SandboxApp } from '../../support/sandbox-app';

const API = '/sandbox/korapay/merchant/api/v1';

/** The Korapay simulator, driven as merchant and as customer. */
export class KorapayTestApp {
  private serial = 0;

  private constructor(
    readonly shop: SandboxApp,
    /** Webhook URL of the charges. */
    public hookUrl: string,
  ) {}

  static async open(): Promise<KorapayTestApp> {
    const shop = await openSandboxApp();
    return new KorapayTestApp(shop, `${shop.url}/api/v1/payments/webhook/korapay`);
  }

  close(): Promise<void> {
    return this.shop.close();
  }

  merchant(method: string, path: string, body?: unknown, key = 'sk_test_sandbox') {
    return this.shop.call(method, API + path, {
      body,
      headers: { authorization: `Bearer ${key}` },
    });
  }

  newCharge(over: Record<string, unknown> = {}): Record<string, unknown> {
    return {
      reference: `SIM-${Date.now()}-${(this.serial += 1)}`,
      amount: 5000,
      currency: 'NGN',
      redirect_url: `${this.shop.url}/wallet?status=success`,
      notification_url: this.hookUrl,
      customer: { email: 'ada@example.com', name: 'Ada Obi' },
      merchant_bears_cost: true,
      metadata: { purpose: 'test' },
      ...over,
    };
  }

  async charge(over: Record<string, unknown> = {}) {
    const { status, body } = await this.merchant(
      'POST',
      '/charges/initialize',
      this.newCharge(over),
    );
    expect(status).toBe(200);
    const { data } = body as { data: { checkout_url: string; reference: string } };
    return { reference: data.reference, checkoutUrl: data.checkout_url };
  }

  submitCheckout(checkoutUrl: string, outcome: string): Promise<Response> {
    return fetch(checkoutUrl, {
      method: 'POST',
      body: new URLSearchParams({ outcome }),
      redirect: 'manual',
    });
  }

  injectFault(body: unknown) {
    return this.shop.call('POST', '/sandbox/korapay/control', { body });
  }

  clear() {
    return this.shop.call('DELETE', '/sandbox/korapay/control');
  }
}
