import type { Proxy } from '../proxy';

type Suspendable = Pick<Proxy, 'status' | 'is_expired' | 'suspended_by_owner'>;

export const canSuspend = (proxy: Suspendable): boolean =>
  proxy.status === 'active' && !proxy.is_expired;

export const canResume = (proxy: Suspendable): boolean =>
  proxy.suspended_by_owner && !proxy.is_expired;
