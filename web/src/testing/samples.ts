import type { listTransactions } from '@/api/generated/payments';
import type { listProxies } from '@/api/generated/proxies';
import type { Reply } from './api-server';

type Transaction = Awaited<ReturnType<typeof listTransactions>>['data']['transactions'][number];
type Proxy = Awaited<ReturnType<typeof listProxies>>['data']['proxies'][number];

/** A customer as returned by the API. */
export const ada = {
  id: 7,
  name: 'Ada Obi',
  email: 'ada@example.com',
  phone: null,
  role: 'user',
  status: 'active',
  wallet_balance: 12_500,
  created_at: '2026-03-05T10:00:00Z',
  email_verified_at: '2026-03-05T10:05:00Z',
};

export const ok = (data?: unknown, message?: string): Reply => ({
  body: { success: true, message, data },
});

export const errorReply = (status: number, body: object = {}): Reply => ({
  status,
  body: { success: false, ...body },
});

export const transaction = (over: Partial<Transaction> = {}): Transaction => ({
  id: 31,
  reference: 'TOPUP_1763600000000_AB12CD34E',
  description: 'Wallet top-up',
  type: 'credit',
  amount: 5000,
  exact_amount: '5000.00',
  currency: 'NGN',
  status: 'successful',
  payment_method: 'card',
  can_verify: false,
  review: null,
  reversals: [],
  has_receipt: true,
  can_invoice: false,
  created_at: '2026-11-19T23:30:00Z',
  processed_at: '2026-11-19T23:31:00Z',
  batch_id: null,
  batch: null,
  ...over,
});

/** A residential proxy with a quarter of its 5 GB used. */
export const proxy = (over: Partial<Proxy> = {}): Proxy => ({
  id: 4,
  uuid: '0f8fad5b-d9cb-469f-a165-70867728950e',
  type: 'residential_ipv4',
  location: 'ng',
  connection_string: 'gw.example:3128',
  host: 'gw.example',
  port: 3128,
  port_socks5: 1081,
  username: 'np12345',
  password: 'secret-word',
  protocol: 'http',
  status: 'active',
  is_expired: false,
  days_until_expiration: 12,
  pool_data: {
    session_id: 'abcd2345',
    used_mb: 1280,
    limit_mb: 5120,
    country: 'ng',
    region: null,
    city: null,
    isp: null,
    ttl_minutes: 0,
  },
  bandwidth_usage_percentage: 25,
  remaining_gb: 3.75,
  package_gb: 5,
  period_minutes: null,
  price: 25_600,
  reversals: [],
  created_at: '2026-11-01T10:00:00Z',
  expires_at: '2026-12-01T10:00:00Z',
  proxy_api_id: 'gw_4',
  ip: null,
  auto_renew: {
    enabled: false,
    gigabytes: null,
    duration_minutes: null,
    next_charge_at: null,
    failures: 0,
    stopped_reason: null,
    top_up_below_gb: null,
    top_up_gigabytes: null,
    monthly_limit: null,
    top_up_problem: null,
  },
  suspended_by_owner: false,
  note: null,
  tags: [],
  can_replace_address: false,
  can_renew: true,
  ...over,
});

export const datacenterProxy = (over: Partial<Proxy> = {}): Proxy =>
  proxy({
    id: 9,
    type: 'individual_ipv4',
    proxy_api_id: 'gw_9',
    pool_data: null,
    bandwidth_usage_percentage: null,
    remaining_gb: null,
    package_gb: null,
    period_minutes: 43_200,
    price: 4800,
    can_replace_address: true,
    ...over,
  });

/** Pagination of a list whose current page has `rows` rows. */
export function pagination(rows: number, { page = 1, perPage = 6, total = rows } = {}) {
  const first = (page - 1) * perPage + 1;
  const last_page = Math.max(1, Math.ceil(total / perPage));
  return {
    total,
    current_page: page,
    per_page: perPage,
    last_page,
    from: rows > 0 ? first : null,
    to: rows > 0 ? first + rows - 1 : null,
    has_previous_page: page > 1,
    has_next_page: page < last_page,
  };
}
