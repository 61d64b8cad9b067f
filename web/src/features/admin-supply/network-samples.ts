import type { Dialect, Network, NetworkHealth } from './networks';

/** For tests: Oxylabs as the API describes it. */
export const dialect = (over: Partial<Dialect> = {}): Dialect => ({
  id: 'oxylabs',
  name: 'Oxylabs',
  host: 'pr.oxylabs.io',
  ports: { http: 7777, https: 7777, socks5: 7777 },
  protocols: ['http', 'https', 'socks5'],
  username_template: 'customer-{user}[-cc-{country|upper}][-city-{city}][-sessid-{session}]',
  password_template: '{pass}',
  targeting: { region: true, city: true, isp: false, asn: false },
  session: { alphabet: 'lower', length: 16, min_length: 1, max_length: 32 },
  ttl: { min_minutes: 1, max_minutes: 30 },
  sources: [],
  ...over,
});

/** For tests: as an admin sees it. */
export const network = (over: Partial<Network> = {}): Network => ({
  id: 3,
  name: 'Oxylabs NG',
  dialect: 'oxylabs',
  kind: 'residential',
  protocol: 'http',
  host: 'pr.oxylabs.io',
  port: 7777,
  username: 'customer-shop',
  password: '••••••••',
  username_template: null,
  password_template: null,
  countries: ['ng', 'gh', 'ke', 'za'],
  targeting: { region: false, city: true, isp: false, asn: false },
  cost_usd_per_gb: 3.5,
  bytes_per_gb: 1_000_000_000,
  precise_cost_factor: 2,
  daily_budget_gb: null,
  monthly_budget_gb: null,
  concurrency_limit: null,
  minimum_balance_usd: null,
  provider_id: null,
  weight: 1,
  enabled: true,
  note: 'Monthly plan',
  created_at: '2026-11-18T09:00:00Z',
  updated_at: '2026-11-18T09:00:00Z',
  ...over,
});

/** For tests: of the network above, tested in Nigeria. */
export const networkHealth = (
  over: Partial<NetworkHealth> = {},
  place: Partial<NetworkHealth['countries'][number]> = {},
): NetworkHealth => ({
  id: 3,
  name: 'Oxylabs NG',
  dialect: 'oxylabs',
  kind: 'residential',
  weight: 1,
  state: 'healthy',
  countries: [
    {
      country: 'ng',
      country_name: 'Nigeria',
      state: 'healthy',
      on_sale: true,
      misses: 0,
      down_since: null,
      last_probe_at: '2026-11-18T09:00:00Z',
      latency_ms: 120,
      exit_ip: '203.0.113.7',
      country_found: 'ng',
      last_error: null,
      ...place,
    },
  ],
  ...over,
});
