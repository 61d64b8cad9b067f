import { type Example, ok } from './account.examples';

const RESIDENTIAL = {
  id: 1,
  uuid: 'a20e4940-517d-4faf-84a7-ecf9324dac6b',
  type: 'residential_ipv4',
  location: 'ng',
  connection_string: 'proxy.example.com:8080',
  host: 'proxy.example.com',
  port: 8080,
  port_socks5: 1080,
  username: 'npe8gtjzx7v3',
  password: 'EtGJ7APreYmn69wLasks',
  protocol: 'http',
  status: 'active',
  is_expired: false,
  days_until_expiration: 30,
  pool_data: {
    session_id: '71bx8iw8',
    used_mb: 0,
    limit_mb: 1024,
    country: 'ng',
    region: null,
    city: null,
    isp: null,
    ttl_minutes: 10,
  },
  bandwidth_usage_percentage: 0,
  remaining_gb: 1,
  package_gb: 1,
  period_minutes: null,
  price: 4960,
  reversals: [],
  created_at: '2026-11-25T09:00:00.000Z',
  expires_at: '2026-12-25T09:00:00.000Z',
  proxy_api_id: 'gw_0u7zy3nid6y5wmethm7g',
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
};

const DATACENTER = {
  ...RESIDENTIAL,
  id: 2,
  uuid: '2972024b-1f2e-44a3-8ba8-1c3a0fb92e33',
  type: 'individual_ipv4',
  username: 'np0yayz6z71b',
  password: 'dofqqmm5Aa7PCiWCEcZD',
  pool_data: null,
  bandwidth_usage_percentage: null,
  remaining_gb: null,
  package_gb: null,
  period_minutes: 43_200,
  price: 4800,
  proxy_api_id: 'gw_fh0fuer955vocybilppg',
  ip: '198.51.100.1',
};

const POOL_ORDER = {
  proxy_type: 'residential_ipv4',
  country: 'ng',
  ttl_minutes: 10,
  protocol: 'http',
  traffic_limit_mb: 1,
};

const toReceipt = (
  id: number,
  proxy: { price: number },
  { reference, description }: { reference: string; description: string },
) =>
  ok(
    {
      order_id: id,
      order_status: 'delivered',
      proxies: [proxy],
      transaction: {
        ...{ id: id + 1, reference, type: 'debit', amount: proxy.price, currency: 'NGN' },
        ...{ status: 'successful', description, created_at: RESIDENTIAL.created_at },
      },
      refunded_amount: 0,
    },
    'Your proxy is ready to use.',
  );

const toEndpoint = (session: string) => {
  const { host, port, protocol, password } = RESIDENTIAL;
  const username = `${RESIDENTIAL.username}-session-${session}`;
  const url = `${protocol}://${username}:${password}@${host}:${port}`;
  return { host, port, protocol, username, password, url };
};

/** From the catalogue to usage: answers of the sandbox, with the names of a real shop. */
export const PROXY_EXAMPLES: Readonly<Record<string, Example>> = {
  listCountries: {
    response: ok([
      { id: 164, code: 'ng', name: 'Nigeria' },
      { id: 77, code: 'gb', name: 'United Kingdom' },
    ]),
  },
  catalog: {
    parameters: { type: 'individual_ipv4', duration: 43200 },
    response: ok([
      { country_id: 164, quantity: 72, protocols: ['http', 'socks5'] },
      { country_id: 77, quantity: 48, protocols: ['http', 'socks5'] },
    ]),
  },
  poolCountries: {
    response: ok([
      {
        ...{ code: 'ng', name: 'Nigeria', has_regions: true, has_cities: true },
        ...{ has_isps: true, has_asns: false },
      },
      {
        ...{ code: 'gb', name: 'United Kingdom', has_regions: true, has_cities: true },
        ...{ has_isps: true, has_asns: true },
      },
    ]),
  },
  quoteOrder: {
    request: POOL_ORDER,
    response: ok({
      total: 4960,
      unit_price: 4960,
      quantity: 1,
      currency: 'NGN',
      valid_until: '2026-11-25T09:05:00.000Z',
    }),
  },
  buyProxies: {
    parameters: { 'Idempotency-Key': 'order-2026-0001' },
    request: { ...POOL_ORDER, expected_total: 4960 },
    response: toReceipt(1, RESIDENTIAL, {
      reference: 'BUY-BF8CD093F7D54930',
      description: 'Residential proxy, 1 GB, Nigeria',
    }),
  },
  buyDatacenter: {
    parameters: { 'Idempotency-Key': 'order-2026-0002' },
    request: {
      proxy_type: 'individual_ipv4',
      country_id: 164,
      duration_minutes: 43200,
      protocol: 'http',
      quantity: 1,
      expected_total: 4800,
    },
    response: toReceipt(2, DATACENTER, {
      reference: 'BUY-C3A8E7FA393A4A8E',
      description: 'Datacenter proxy, 30 days, Nigeria',
    }),
  },
  listProxies: {
    parameters: { page: 1, per_page: 10, status: 'active' },
    response: ok({
      proxies: [RESIDENTIAL],
      pagination: {
        total: 1,
        current_page: 1,
        per_page: 10,
        last_page: 1,
        from: 1,
        to: 1,
        has_previous_page: false,
        has_next_page: false,
      },
      statistics: {
        active_proxies: 1,
        total_proxies: 1,
        total_spent: 4960,
        total_countries: 1,
        proxy_types: { residential_ipv4: 1 },
      },
    }),
  },
  getProxy: { parameters: { id: 1 }, response: ok({ proxy: RESIDENTIAL }) },
  listEndpoints: {
    parameters: { id: 1, count: 2 },
    response: ok({ endpoints: ['s1', 's2'].map(toEndpoint) }),
  },
  rotateSession: {
    parameters: { id: 1 },
    request: {},
    response: {
      success: true,
      message: 'New connections use a new address. Open connections stay on the old one.',
    },
  },
  usageReport: {
    parameters: { from: '2026-11-24', to: '2026-11-25', interval: 'day' },
    response: ok({
      interval: 'day',
      from: '2026-11-23T23:00:00.000Z',
      to: '2026-11-25T23:00:00.000Z',
      buckets: [
        {
          from: '2026-11-23T23:00:00.000Z',
          up: 120000,
          down: 52428800,
          requests: 310,
          failures: 2,
          peak_connections: 12,
        },
        {
          from: '2026-11-24T23:00:00.000Z',
          ...{ up: 0, down: 0, requests: 0, failures: 0, peak_connections: 0 },
        },
      ],
      totals: { up: 120000, down: 52428800, requests: 310, failures: 2 },
      countries: [{ country: 'ng', up: 120000, down: 52428800, requests: 310, failures: 2 }],
      protocols: [
        { protocol: 'connect', up: 90000, down: 50000000, requests: 250 },
        { protocol: 'http', up: 30000, down: 2428800, requests: 60 },
      ],
      peak_connections: 12,
      projected_end_at: null,
    }),
  },
  proxyUsage: {
    parameters: { id: 1, days: 2 },
    response: ok([
      { date: '2026-11-24', bytes_up: 120000, bytes_down: 52428800, requests: 310 },
      { date: '2026-11-25', bytes_up: 0, bytes_down: 0, requests: 0 },
    ]),
  },
};
