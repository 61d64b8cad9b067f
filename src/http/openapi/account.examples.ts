import type { Example } from './openapi';

/** Sign-in, API keys, wallet and webhooks: answers of the sandbox, with the names of a real shop. */
export const ACCOUNT_EXAMPLES: Readonly<Record<string, Example>> = {
  login: {
    request: { email: 'ada@example.com', password: 'correct-horse-battery-staple' },
    response: {
      success: true,
      message: 'Login Successful!',
      data: {
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
    },
  },
  createApiKey: {
    request: {
      name: 'Price watcher',
      scopes: ['read', 'buy'],
      allowed_addresses: ['203.0.113.7'],
      daily_limit: 20000,
    },
    response: {
      success: true,
      message: 'Copy the key now. It will not be shown again.',
      data: {
        id: 1,
        name: 'Price watcher',
        prefix: 'np_live_yrE_mQ',
        scopes: ['read', 'buy'],
        allowed_addresses: ['203.0.113.7'],
        daily_limit: 20000,
        spent_today: 0,
        created_at: '2026-11-25T09:00:00.000Z',
        expires_at: null,
        last_used_at: null,
        key: 'np_live_yrE_mQ…',
      },
    },
  },
  listApiKeys: {
    response: {
      success: true,
      data: [
        {
          id: 1,
          name: 'Price watcher',
          prefix: 'np_live_yrE_mQ',
          scopes: ['read', 'buy'],
          allowed_addresses: ['203.0.113.7'],
          daily_limit: 20000,
          spent_today: 0,
          created_at: '2026-11-25T09:00:00.000Z',
          expires_at: null,
          last_used_at: '2026-11-25T09:30:00.000Z',
        },
      ],
    },
  },
  getWalletBalance: {
    response: { success: true, data: { balance: 50000, currency: 'NGN', symbol: '₦' } },
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
    response: {
      success: true,
      data: {
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
      message: 'Payment verified successfully!',
    },
  },
  createWebhook: {
    request: { url: 'https://example.com/webhooks', events: ['order.delivered', 'proxy.expiring'] },
    response: {
      success: true,
      message: 'Copy the secret now. It will not be shown again.',
      data: {
        id: 1,
        url: 'https://example.com/webhooks',
        events: ['order.delivered', 'proxy.expiring'],
        enabled: true,
        disabled_reason: null,
        created_at: '2026-11-25T09:00:00.000Z',
        secret: 'whsec_…',
      },
    },
  },
  listWebhooks: {
    response: {
      success: true,
      data: [
        {
          id: 1,
          url: 'https://example.com/webhooks',
          events: ['order.delivered', 'proxy.expiring'],
          enabled: true,
          disabled_reason: null,
          created_at: '2026-11-25T09:00:00.000Z',
        },
      ],
    },
  },
  testWebhook: {
    parameters: { id: 1 },
    response: { success: true, message: 'A test event is on its way.' },
  },
  listWebhookDeliveries: {
    parameters: { id: 1 },
    response: {
      success: true,
      data: [
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
      ],
    },
  },
};
