import type { listProxies } from '@/api/generated/proxies';

export type Proxy = Awaited<ReturnType<typeof listProxies>>['data']['proxies'][number];

export const isDatacenter = (proxy: Pick<Proxy, 'type'>): boolean =>
  proxy.type.includes('individual') || proxy.type.includes('datacenter');

export const getConnectionType = (proxy: Pick<Proxy, 'type'>): 'residential' | 'mobile' =>
  proxy.type.startsWith('mobile') ? 'mobile' : 'residential';

/** Expired takes precedence over the status. */
export const getDisplayStatus = (proxy: Pick<Proxy, 'status' | 'is_expired'>): string =>
  proxy.is_expired ? 'expired' : proxy.status;

/** Shown when an update fails and the server sends no message. */
export const UPDATE_ERROR_MESSAGES = {
  fallback: 'Failed to update proxy configuration',
  thrown: 'An error occurred while updating the proxy configuration.',
};

type Suspendable = Pick<Proxy, 'status' | 'is_expired' | 'suspended_by_owner'>;

export const canSuspend = (proxy: Suspendable): boolean =>
  proxy.status === 'active' && !proxy.is_expired;

export const canResume = (proxy: Suspendable): boolean =>
  proxy.suspended_by_owner && !proxy.is_expired;
