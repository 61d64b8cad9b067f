import type { QueryClient, QueryFilters } from '@tanstack/react-query';
import { ADMIN_INVALIDATED_PATHS } from './admin-invalidation';

/** What an extension of a proxy changes: the wallet, its statement, the proxy and when its traffic ends. */
const EXTENSION_PATHS: readonly string[] = [
  '/user/info',
  '/wallet',
  '/user/proxies',
  '/user/proxies/*',
  '/user/usage',
  '/payments/transactions',
  '/payments/transactions/recent',
  '/payments/stats',
  '/payments/dashboard',
];

/** What the proxies of the dashboard show: which are active, and which are renewed automatically. */
const PROXY_STATE_PATHS: readonly string[] = [
  '/user/proxies',
  '/user/proxies/*',
  '/payments/dashboard',
];

/** What ends with the permission of a member to buy: automatic renewals and list addresses that the member set up. */
const MEMBER_PATHS: readonly string[] = [
  '/user/team',
  ...PROXY_STATE_PATHS,
  '/user/proxies/*/list-token',
];

/**
 * Operation id of a mutation → paths of the queries it invalidates; `*` stands for a path
 * parameter. Orval's query keys are split paths (`shouldSplitQueryKey`).
 */
export const INVALIDATED_PATHS: Record<string, readonly string[]> = {
  initializeTopup: [
    '/payments/transactions/recent',
    '/payments/transactions',
    '/payments/dashboard',
  ],
  openNairaAccount: ['/user/naira-account'],
  checkTransfers: [
    '/user/info',
    '/wallet',
    '/payments/transactions',
    '/payments/transactions/recent',
    '/payments/stats',
    '/payments/dashboard',
  ],
  issueInvoice: ['/user/invoices'],
  saveBillingDetails: ['/user/billing-details'],
  chooseUsageTargets: ['/user/usage/targets'],
  deleteUsageTargets: ['/user/usage/targets'],
  buyProxies: [
    '/user/info',
    '/wallet',
    '/user/proxies',
    '/payments/transactions',
    '/payments/transactions/recent',
    '/payments/stats',
    '/payments/dashboard',
  ],
  buyDatacenter: [
    '/user/info',
    '/wallet',
    '/user/proxies',
    '/payments/transactions',
    '/payments/transactions/recent',
    '/payments/stats',
    '/payments/dashboard',
    '/catalog',
  ],
  renewProxy: EXTENSION_PATHS,
  addTraffic: EXTENSION_PATHS,
  buyPlace: [...EXTENSION_PATHS, '/user/proxies/*/endpoints'],
  confirmTwoFactor: ['/user/second-factor', '/profile/sessions'],
  replaceRecoveryCodes: ['/user/second-factor'],
  disableTwoFactor: ['/user/second-factor'],
  setAutoRenew: PROXY_STATE_PATHS,
  setLabels: ['/user/proxies', '/user/proxies/*', '/user/proxies/tags'],
  suspendProxy: PROXY_STATE_PATHS,
  resumeProxy: PROXY_STATE_PATHS,
  updateDatacenter: ['/user/proxies', '/user/proxies/*'],
  updateResidentialMobile: ['/user/proxies', '/user/proxies/*'],
  replaceAllowedAddresses: ['/user/allowed-addresses'],
  reissueCredentials: ['/user/proxies', '/user/proxies/*', '/user/proxies/*/endpoints'],
  replaceAddress: ['/user/proxies', '/user/proxies/*', '/user/proxies/*/endpoints'],
  createListToken: ['/user/proxies/*/list-token'],
  revokeListToken: ['/user/proxies/*/list-token'],
  createSubUser: ['/user/proxies/*/sub-users'],
  changeSubUser: ['/user/proxies/*/sub-users'],
  resetSubUserPassword: ['/user/proxies/*/sub-users'],
  removeSubUser: ['/user/proxies/*/sub-users'],
  closeConnection: ['/user/proxies/*/connections'],
  closeConnections: ['/user/proxies/*/connections'],
  updateConnectionSettings: ['/user/proxies/*/connections'],
  createApiKey: ['/user/api-keys'],
  removeApiKey: ['/user/api-keys', '/user/proxies/*/list-token'],
  createWebhook: ['/user/webhooks'],
  updateWebhook: ['/user/webhooks'],
  removeWebhook: ['/user/webhooks'],
  testWebhook: ['/user/webhooks/*/deliveries'],
  redeliverWebhook: ['/user/webhooks/*/deliveries'],
  revokeSession: ['/profile/sessions'],
  changePassword: ['/profile/sessions'],
  confirmEmailChange: ['/user/info', '/profile', '/profile/sessions'],
  inviteMember: ['/user/team'],
  revokeInvitation: ['/user/team'],
  changeMember: MEMBER_PATHS,
  removeMember: MEMBER_PATHS,
  decideSecurityReview: [
    '/user/info',
    '/user/security/review',
    ...MEMBER_PATHS,
    '/user/allowed-addresses',
    '/user/proxies/*/sub-users',
    '/user/webhooks',
    '/user/api-keys',
  ],
  leaveTeam: ['/user/info'],
  markNotificationsRead: ['/user/notifications'],
  updateName: ['/user/info', '/profile'],
  ...ADMIN_INVALIDATED_PATHS,
};

/** Verifying a payment is a GET, so its callers invalidate these paths themselves. */
export const PATHS_INVALIDATED_BY_PAYMENT: readonly string[] = [
  '/user/info',
  '/wallet',
  '/payments/transactions/recent',
  '/payments/transactions',
  '/payments/stats',
  '/payments/dashboard',
  '/payments/*/checkout',
];

const ROOT = ['api', 'v1'];

/** Whether a query key of the generated client belongs to this path, with any query parameters. */
export function isKeyOfPath(queryKey: readonly unknown[], path: string): boolean {
  const segments = [...ROOT, ...path.split('/').filter(Boolean)];
  const key = typeof queryKey.at(-1) === 'object' ? queryKey.slice(0, -1) : queryKey;
  return (
    key.length === segments.length &&
    segments.every((segment, index) => segment === '*' || segment === key[index])
  );
}

/** Filter for the methods of a query client: the queries of these paths. */
export const matchPaths = (paths: readonly string[]): Pick<QueryFilters, 'predicate'> => ({
  predicate: ({ queryKey }) => paths.some((path) => isKeyOfPath(queryKey, path)),
});

/**
 * Loads what these paths show again. A first load that is still under way may have read the data
 * from before the change, and `invalidateQueries` would accept its answer, so it is cancelled.
 */
export async function reloadPaths(client: QueryClient, paths: readonly string[]): Promise<void> {
  await client.cancelQueries(matchPaths(paths));
  await client.invalidateQueries(matchPaths(paths));
}

/** Marks what these paths show as outdated: it is loaded again where it is shown next. */
export const markPathsOutdated = (client: QueryClient, paths: readonly string[]): Promise<void> =>
  client.invalidateQueries({ ...matchPaths(paths), refetchType: 'none' });

/** Paths of the queries that a mutation of the generated client invalidates. */
export const getInvalidatedPaths = (operation: unknown): readonly string[] =>
  typeof operation === 'string' ? (INVALIDATED_PATHS[operation] ?? []) : [];
