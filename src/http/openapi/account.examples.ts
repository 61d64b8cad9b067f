/** What a first integration calls: the document shows it with these values. */
export interface Example {
  /** Values of parameters. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly request?: unknown;
  readonly response: unknown;
}

export const ok = (data: unknown, message?: string) => ({
  success: true,
  ...(message && { message }),
  data,
});

const API_KEY = {
  id: 1,
  name: 'Price watcher',
  prefix: 'np_live_yrE_mQ',
  scopes: ['read', 'buy'],
  allowed_addresses: ['203.0.113.7'],
  daily_limit: 20000,
  spent_today: 0,
  created_at: '2026-11-25T09:00:00.000Z',
  expires_at: null,
  last_used_at: null as string | null,
};

const WEBHOOK = {
  id: 1,
  url: 'https://example.com/webhooks',
  events: ['order.delivered', 'proxy.expiring'],
  enabled: true,
  disabled_reason: null,
  created_at: '2026-11-25T09:00:00.000Z',
};

/** Sign-in, API keys, wallet and webhooks: answers of the sandbox, with the names of a real shop. */
export const ACCOUNT_EXAMPLES: Readonly<Record<string, Example>> = {
  login: {
    request: { email: 'ada@example.com', password: 'correct-horse-battery-staple' },
    response: ok(
      {
        user: {
          id: 2,
          name: 'Ada Obi',
          email: 'ada@example.com',
          phone: null,
          created_at: '2026-11-25T09:00:00.000Z',
          wallet_balance: 0,
          role: 'user',
          status: 'active',
          email_verified_at: '2026-11-25T09:00:00.000Z',
          must_change_password: false,
          has_password: true,
          has_google: false,
          permissions: [],
          staff_role: null,
          security_review: false,
          team: null,
        },
        token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIyIn0.c2lnbmF0dXJl',
      },
      'Login Successful!',
    ),
  },
  createApiKey: {
    request: {
      name: 'Price watcher',
      scopes: ['read', 'buy'],
      allowed_addresses: ['203.0.113.7'],
      daily_limit: 20000,
    },
    response: ok(
      { ...API_KEY, key: 'np_live_yrE_mQ…' },
      'Copy the key now. It will not be shown again.',
    ),
  },
  listApiKeys: { response: ok([{ ...API_KEY, last_used_at: '2026-11-25T09:30:00.000Z' }]) },
  getWalletBalance: {
    response: ok({ balance: 50000, currency: 'NGN', symbol: '₦' }),
  },
  initializeTopup: {
    parameters: { 'Idempotency-Key': 'topup-2026-0001' },
    request: {
      amount: 50000,
      reference: 'TOPUP-2026-0001',
      callback_url: 'https://shop.example.com/wallet',
    },
    response: {
      success: true,
      message: 'Payment initialized successfully!',
      payment_data: {
        data: {
          checkout_url: 'https://checkout.korapay.com/KPY-PI-46378212507d4356a379',
          reference: 'TOPUP-2026-0001',
        },
      },
    },
  },
  verifyPayment: {
    parameters: { reference: 'TOPUP-2026-0001' },
    response: ok(
      {
        transaction: {
          id: 1,
          reference: 'TOPUP-2026-0001',
          description: 'Wallet top-up',
          type: 'credit',
          amount: 50000,
          currency: 'NGN',
          status: 'successful',
          payment_method: 'card',
          created_at: '2026-11-25T09:00:00.000Z',
          processed_at: '2026-11-25T09:00:00.000Z',
        },
        status: 'successful',
      },
      'Payment verified successfully!',
    ),
  },
  createWebhook: {
    request: { url: 'https://example.com/webhooks', events: ['order.delivered', 'proxy.expiring'] },
    response: ok(
      { ...WEBHOOK, secret: 'whsec_…' },
      'Copy the secret now. It will not be shown again.',
    ),
  },
  listWebhooks: { response: ok([WEBHOOK]) },
  testWebhook: {
    parameters: { id: 1 },
    response: { success: true, message: 'A test event is on its way.' },
  },
  listWebhookDeliveries: {
    parameters: { id: 1 },
    response: ok([
      {
        id: 2,
        event_id: 'c8e7d49c-70d6-414a-8409-0da41eb41902',
        type: 'order.delivered',
        status: 'delivered',
        attempts: 1,
        response_status: 200,
        last_error: null,
        created_at: '2026-11-25T09:00:00.000Z',
        last_attempt_at: '2026-11-25T09:00:00.000Z',
        next_attempt_at: null,
      },
    ]),
  },
};
