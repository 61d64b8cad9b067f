import { ADMIN_STALE_AFTER } from './admin-invalidation';

/** Mutation → the queries it makes stale, both by operation id: the keys of the generated client. */
export const STALE_AFTER: Record<string, readonly string[]> = {
  initializeTopup: ['recentTransactions', 'listTransactions', 'paymentDashboard'],
  buyProxies: [
    'userInfo',
    'getWallet',
    'listProxies',
    'listTransactions',
    'recentTransactions',
    'paymentStats',
    'paymentDashboard',
  ],
  buyDatacenter: [
    'userInfo',
    'getWallet',
    'listProxies',
    'listTransactions',
    'recentTransactions',
    'paymentStats',
    'paymentDashboard',
    'catalog',
  ],
  updateDatacenter: ['listProxies', 'getProxy'],
  updateResidentialMobile: ['listProxies', 'getProxy'],
  reissueCredentials: ['listProxies', 'getProxy'],
  revokeSession: ['listSessions'],
  changePassword: ['listSessions'],
  updateName: ['userInfo', 'getProfile'],
  ...ADMIN_STALE_AFTER,
};

/** A payment is verified by a GET, so its callers name this list themselves. */
export const STALE_AFTER_PAYMENT: readonly string[] = [
  'userInfo',
  'getWallet',
  'recentTransactions',
  'listTransactions',
  'paymentStats',
  'paymentDashboard',
];

export const outdatedBy = (operation: unknown): readonly string[] =>
  typeof operation === 'string' ? (STALE_AFTER[operation] ?? []) : [];
