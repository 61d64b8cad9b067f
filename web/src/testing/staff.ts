import { act } from '@testing-library/react';
import type { adminAnalytics } from '@/api/generated/admin-analytics';
import type { adminAuditLogs } from '@/api/generated/admin-audit';
import type { adminDashboard } from '@/api/generated/admin-dashboard';
import type { adminListProxies } from '@/api/generated/admin-proxies';
import type { adminGetSettings } from '@/api/generated/admin-settings';
import type { adminListTransactions } from '@/api/generated/admin-transactions';
import type { adminListUsers } from '@/api/generated/admin-users';
import { session } from '@/api/session';

type Data<F extends (...args: never[]) => Promise<{ data: unknown }>> = Awaited<
  ReturnType<F>
>['data'];
type User = Data<typeof adminListUsers>['users'][number];
type Proxy = Data<typeof adminListProxies>['proxies'][number];
type Transaction = Data<typeof adminListTransactions>['transactions'][number];
type Log = Data<typeof adminAuditLogs>['logs'][number];
type Dashboard = Data<typeof adminDashboard>;
type Report = Data<typeof adminAnalytics>;
type Settings = Data<typeof adminGetSettings>['settings'];

export const adminUser = {
  id: 1,
  name: 'Chief Admin',
  email: 'chief@example.com',
  phone: null,
  role: 'admin',
  status: 'active',
  wallet_balance: 0,
  created_at: '2026-01-01T00:00:00Z',
  email_verified_at: '2026-01-01T00:00:00Z',
};

const SUB_ADMIN = [
  ...['dashboard.read', 'users.read', 'proxies.read', 'prices.read', 'supply.read'],
  ...['transactions.read', 'audit.read'],
];

export const signInAs = (role: 'admin' | 'sub-admin'): void =>
  session.start({
    token: 'staff-token',
    user: { ...adminUser, role, ...(role === 'sub-admin' && { permissions: SUB_ADMIN }) },
  });

/** In act(), because signing out re-renders what is on screen. */
export const signOutStaff = (): void => act(() => session.logout());

/** A customer in the admin area. */
export const managedUser = (over: Partial<User> = {}): User => ({
  id: 7,
  name: 'Ada Obi',
  email: 'ada@example.com',
  phone: '+2348012345678',
  status: 'active',
  role: 'user',
  staff_role: null,
  balance: '12500.00',
  created_at: '2026-03-05T10:00:00Z',
  email_verified_at: '2026-03-05T10:05:00Z',
  last_login_at: '2026-11-19T10:00:00Z',
  team_owner: null,
  team_members: 0,
  stats: { active_proxies: 3, total_purchases: 5, total_spent: 24_000 },
  ...over,
});

/** A residential proxy with a quarter of its 4 GB used. */
export const managedProxy = (over: Partial<Proxy> = {}): Proxy => ({
  id: 41,
  uuid: '846aa33b-6376-48f0-9830-f7ad00000000',
  order_id: 12,
  type: 'residential',
  status: 'active',
  is_expired: false,
  days_until_expiration: 12,
  location: 'ng',
  region: null,
  city: null,
  isp: null,
  protocol: 'http',
  connection_string: 'gate.example.com:3128',
  host: 'gate.example.com',
  port: 3128,
  port_socks5: 1080,
  ip: null,
  username: 'np-user-41',
  password: 'secret-word',
  price: 6400,
  reversals: [],
  created_at: '2026-11-01T10:00:00Z',
  expires_at: '2026-12-01T10:00:00Z',
  bandwidth_usage_percentage: 25,
  pool_data: { used_mb: 1024, limit_mb: 4096, session_id: 'session-9', ttl_minutes: 0 },
  user: { id: 7, name: 'Ada Obi', email: 'ada@example.com', role: 'user' },
  ...over,
});

export const managedTransaction = (over: Partial<Transaction> = {}): Transaction => ({
  id: 31,
  reference: 'TOPUP_1763600000000_AB12CD34E',
  type: 'credit',
  amount: 5000,
  currency: 'NGN',
  status: 'successful',
  payment_method: 'card',
  korapay_reference: null,
  description: 'Wallet top-up',
  metadata: null,
  created_at: '2026-11-19T23:30:00Z',
  processed_at: '2026-11-19T23:31:00Z',
  user: { id: 7, name: 'Ada Obi', email: 'ada@example.com' },
  payment: null,
  purpose: 'topup',
  reversals: [],
  order: null,
  has_receipt: false,
  ...over,
});

export const auditLog = (over: Partial<Log> = {}): Log => ({
  id: 9,
  timestamp: '2026-11-20T08:00:00Z',
  user_id: 1,
  user: 'Chief Admin',
  userRole: 'admin',
  action: 'user.updated',
  category: 'user',
  target: 'user:7',
  details: 'Changed name of Ada Obi',
  ipAddress: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
  severity: 'medium',
  changes: { before: { name: 'Ada' }, after: { name: 'Ada Obi' } },
  ...over,
});

export const dashboard = (over: Partial<Dashboard> = {}): Dashboard => ({
  stats: [
    { label: 'Total Users', value: '1,204', change: '+12.5%', color: 'blue', icon: 'users' },
    { label: 'Active Proxies', value: '310', change: null, color: 'green', icon: 'proxies' },
    { label: 'Orders (30 days)', value: '88', change: '-3%', color: 'orange', icon: 'orders' },
    {
      label: 'Revenue (30 days)',
      value: '₦480,000',
      change: '+4%',
      color: 'purple',
      icon: 'revenue',
    },
  ],
  server_stats: [
    { label: 'Response Time (p95)', value: '12 ms', color: 'green', icon: 'clock' },
    { label: 'Error Rate', value: '3%', color: 'red', icon: 'errors' },
  ],
  recent_activity: [],
  monthly_data: [{ month: '2026-11', usage: 42.5, spending: 96_000 }],
  revenue_analytics: {
    total_revenue: 1_250_000,
    monthly_revenue: 480_000,
    avg_order_value: 5455,
    total_orders: 88,
  },
  alerts: [],
  today: null,
  queue: [],
  setup: null,
  last_updated: '2026-11-20T08:00:00Z',
  ...over,
});

export const report = (over: Partial<Report> = {}): Report => ({
  ...{ period: 30, from: '2026-11-01', to: '2026-11-30' },
  overview_stats: [
    { label: 'Revenue', value: '₦125,000', change: '+12.5%', color: 'green' },
    { label: 'Orders', value: '33', change: null, color: 'blue' },
  ],
  revenue_data: [
    { month: '2026-10', revenue: 45_000, users: 4 },
    { month: '2026-11', revenue: 80_000, users: 6 },
  ],
  proxy_type_usage: [{ type: 'mobile', count: 12, percentage: 75, revenue: 90_000 }],
  top_countries: [{ country: 'ng', users: 9, revenue: 100_000, percentage: 80 }],
  revenue_analytics: {
    total_revenue: 125_000,
    total_orders: 33,
    monthly_recurring: 40_000,
    average_order: 3788,
  },
  performance_metrics: {
    avg_response_time: 8,
    p95_response_time: 21,
    success_rate: 99.98,
    uptime: 99.9,
    bandwidth_usage: 12.5,
    requests: 1500,
  },
  ...over,
});

export const systemSettings = (over: Partial<Settings> = {}): Settings => ({
  siteName: 'NairaProxy',
  siteDescription: 'Proxies',
  supportReplyTime: 'within one working day',
  blockedEmailDomains: '',
  korapayEnabled: true,
  nairaAccountsEnabled: false,
  cardChannel: true,
  bankTransferChannel: false,
  payWithBankChannel: false,
  mobileMoneyChannel: false,
  korapayPublicKey: 'pk_live_1',
  korapaySecretKey: '••••••••',
  minimumTopup: 1000,
  exchangeRate: 1600,
  markupEnabled: false,
  markupPercentage: 0,
  referralsEnabled: true,
  referralPercentage: 10,
  referralMaximum: 5000,
  referralMinimumTopup: 1000,
  trialMegabytes: 0,
  refundWindowDays: 0,
  refundMaximumUsedPercent: 20,
  invoiceSellerName: 'NairaProxy',
  rcNumber: null,
  invoiceSellerAddress: '1 Marina\nLagos',
  invoiceSellerTin: null,
  vatPercentage: 7.5,
  correctionApprovalLimit: 100_000,
  fundingApprovalLimit: 1_000_000_000,
  soleAdminDelayHours: 24,
  addressAccessEnabled: true,
  smtpHost: 'smtp.example.com',
  smtpPort: 587,
  smtpUsername: 'mail@example.com',
  smtpPassword: null,
  udpDatacenter: false,
  udpResidential: false,
  udpMobile: false,
  maintenanceEnabled: false,
  maintenanceMessage: 'Buying is paused for maintenance. Your proxies keep working.',
  maintenanceUntil: null,
  ...over,
});
