import { isAdminPath, paths } from './paths';
import { safeRedirect } from './redirect';

/** URLs of the admin screens; a separate file, because customers never load it. */
export const adminPaths = {
  home: '/admin',
  login: paths.adminLogin,
  dashboard: paths.adminDashboard,
  approvals: '/admin/approvals',
  users: '/admin/users',
  orders: '/admin/orders',
  proxies: '/admin/proxies',
  exits: '/admin/exits',
  stock: '/admin/stock',
  providers: '/admin/providers',
  coverage: '/admin/coverage',
  networks: '/admin/networks',
  prices: '/admin/prices',
  coupons: '/admin/coupons',
  network: '/admin/network',
  blockedTargets: '/admin/blocked-targets',
  transactions: '/admin/transactions',
  reconciliation: '/admin/reconciliation',
  clearing: '/admin/clearing',
  reports: '/admin/reports',
  invoices: '/admin/invoices',
  audit: '/admin/audit',
  announcements: '/admin/announcements',
  incidents: '/admin/incidents',
  maintenance: '/admin/maintenance',
  settings: '/admin/settings',
  machinery: '/admin/machinery',
  gateways: '/admin/gateways',
  jobs: '/admin/jobs',
  mails: '/admin/mails',
  notices: '/admin/payment-notices',
  security: paths.adminSecurity,
  staff: '/admin/staff',
  invitation: '/admin/invitation',
  userProfile: '/admin/userprofile',
  support: '/admin/support',
  ticket: '/admin/support/:id',
} as const;

/** The path of a screen, which may have a query of its own, with one more parameter. */
const withParameter = (path: string, name: string, value: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;

/** A list with only what the filter or the search lets through. */
export const filteredPath = (
  list:
    | ('networks' | 'providers' | 'exits' | 'stock' | 'reconciliation' | 'clearing' | 'settings')
    | ('jobs' | 'mails' | 'notices'),
  name: string,
  value: string,
): string => withParameter(adminPaths[list], name, value);

export const adminUserPath = (id: number): string => `${adminPaths.userProfile}?id=${id}`;

export const adminTicketPath = (id: number): string => `${adminPaths.support}/${id}`;

/** The form of a network. */
export const adminNetworkPath = (id: number): string => `${adminPaths.network}?id=${id}`;

/** The transactions with the details of one open. */
export const adminTransactionPath = (id: number): string =>
  `${adminPaths.transactions}?transaction=${id}`;

/** The transactions that staff have to look at for one reason. */
export const attentionPath = (attention: string): string =>
  `${adminPaths.transactions}?attention=${attention}`;

/** The approvals with the details of one open. */
export const adminApprovalPath = (id: number): string => `${adminPaths.approvals}?approval=${id}`;

/** Why requests of a proxy fail. */
export const adminProxyPath = (id: number): string => `${adminPaths.proxies}/${id}`;

export const proxyDetailsPath = (id: number): string => `${adminPaths.proxies}?proxy=${id}`;

/** The page of an order. */
export const adminOrderPath = (id: number): string => `${adminPaths.orders}/${id}`;

/** Like safeRedirect, for staff, who can open pages of the admin area only. */
export function safeStaffRedirect(target: string | null): string {
  const safe = safeRedirect(target, paths.adminDashboard);
  const path = safe.split(/[?#]/)[0] ?? '';
  return isAdminPath(path) && path !== paths.adminLogin ? safe : paths.adminDashboard;
}
