import type { QueryFilters } from '@tanstack/react-query';
import { ADMIN_STALE_AFTER } from './admin-invalidation';

/**
 * Operation id of a mutation → paths of the GET requests that it makes stale; `*` stands for a path
 * parameter. Orval's query keys are split paths (`shouldSplitQueryKey`).
 */
export const STALE_AFTER: Record<string, readonly string[]> = {
  initializeTopup: [
    '/payments/transactions/recent',
    '/payments/transactions',
    '/payments/dashboard',
  ],
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
  updateDatacenter: ['/user/proxies', '/user/proxies/*'],
  updateResidentialMobile: ['/user/proxies', '/user/proxies/*'],
  reissueCredentials: ['/user/proxies', '/user/proxies/*'],
  revokeSession: ['/profile/sessions'],
  changePassword: ['/profile/sessions'],
  updateName: ['/user/info', '/profile'],
  ...ADMIN_STALE_AFTER,
};

/** A payment is verified by a GET, so its callers name this list themselves. */
export const STALE_AFTER_PAYMENT: readonly string[] = [
  '/user/info',
  '/wallet',
  '/payments/transactions/recent',
  '/payments/transactions',
  '/payments/stats',
  '/payments/dashboard',
];

const ROOT = ['api', 'v1'];

/** Whether a query key of the generated client is of this path, whatever its parameters are. */
export function isKeyOfPath(queryKey: readonly unknown[], path: string): boolean {
  const segments = [...ROOT, ...path.split('/').filter(Boolean)];
  const key = typeof queryKey.at(-1) === 'object' ? queryKey.slice(0, -1) : queryKey;
  return (
    key.length === segments.length &&
    segments.every((segment, index) => segment === '*' || segment === key[index])
  );
}

/** Filter for `invalidateQueries` and its like: the queries of these paths. */
export const atPaths = (paths: readonly string[]): Pick<QueryFilters, 'predicate'> => ({
  predicate: ({ queryKey }) => paths.some((path) => isKeyOfPath(queryKey, path)),
});

/** Paths that a mutation of the generated client makes stale. */
export const stalePaths = (operation: unknown): readonly string[] =>
  typeof operation === 'string' ? (STALE_AFTER[operation] ?? []) : [];
