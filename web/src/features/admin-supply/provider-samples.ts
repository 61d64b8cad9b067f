import type { Kind, Provider, Purchase } from './providers';

/** For tests: as the API describes it. */
export const providerKind = (over: Partial<Kind> = {}): Kind => ({
  kind: 'proxy_seller',
  name: 'Proxy-Seller',
  base_url: 'https://proxy-seller.com/personal/api/v2',
  key_label: 'API key',
  buys: true,
  lists: true,
  ...over,
});

export const provider = (over: Partial<Provider> = {}): Provider => ({
  id: 3,
  name: 'Seller main',
  kind: 'proxy_seller',
  base_url: 'https://proxy-seller.com/personal/api/v2',
  api_key: '••••••••',
  enabled: true,
  monthly_budget_usd: 200,
  spent_usd: 25,
  buys_automatically: true,
  automatic_period: '3m',
  minimum_stock: { us: 20, de: 5 },
  note: null,
  balance_usd: 81.5,
  left_gb: null,
  balance_at: '2026-11-24T09:00:00Z',
  last_error: null,
  units: 12,
  created_at: '2026-11-01T09:00:00Z',
  updated_at: '2026-11-01T09:00:00Z',
  ...over,
});

export const purchase = (over: Partial<Purchase> = {}): Purchase => ({
  id: 51,
  provider_id: 3,
  kind: 'buy',
  status: 'ordered',
  country: 'de',
  quantity: 10,
  period: '3m',
  unit_id: null,
  address: null,
  expected_total_usd: 25,
  total_usd: null,
  order_ref: '77',
  delivered: 0,
  error: null,
  requested_by: 'Ada Obi',
  sent_at: '2026-11-24T09:00:00Z',
  listed_at: null,
  finished_at: null,
  created_at: '2026-11-24T09:00:00Z',
  decidable: false,
  ...over,
});
