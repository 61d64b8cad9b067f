import type { adminListProxies } from '@/api/generated/admin-proxies';
import { rangeSearch } from '@/lib/range-search';
import { statusTypeSearch } from '@/lib/status-type-search';

export type ProxyData = Awaited<ReturnType<typeof adminListProxies>>['data'];
export type Proxy = ProxyData['proxies'][number];

export const STATUSES = ['active', 'expired', 'suspended'] as const;
export const TYPES = ['datacenter', 'residential', 'mobile'] as const;

export const proxySearch = { ...statusTypeSearch(STATUSES, TYPES), ...rangeSearch() };

/** Expired takes precedence over the stored status. */
export const displayStatus = (proxy: Pick<Proxy, 'status' | 'is_expired'>): string =>
  proxy.is_expired ? 'expired' : proxy.status;

/** The proxy's own IP, or the gateway host that serves it. */
export const proxyAddress = (
  proxy: Pick<Proxy, 'ip' | 'host' | 'port' | 'port_socks5' | 'protocol'>,
): string =>
  `${proxy.ip ?? proxy.host}:${proxy.protocol === 'socks5' ? proxy.port_socks5 : proxy.port}`;

export const shortUuid = (uuid: string): string => uuid.slice(0, 8);

export const daysLeft = (
  proxy: Pick<Proxy, 'is_expired' | 'days_until_expiration'>,
): string | null => {
  if (proxy.is_expired) return null;
  const days = proxy.days_until_expiration;
  return `${days} day${days === 1 ? '' : 's'} left`;
};

export function formatSessionTtl(minutes: number | null): string {
  if (minutes === null) return 'Not a rotating proxy';
  if (minutes === 0) return 'Keep as long as possible';
  return minutes < 0
    ? 'Rotate on every new request'
    : `${minutes} minute${minutes === 1 ? '' : 's'}`;
}

export type ProxyAction = 'suspend' | 'resume' | 'reissue';

/** An expired proxy has no actions. */
export function availableActions(status: string): readonly ProxyAction[] {
  if (status === 'active') return ['reissue', 'suspend'];
  return status === 'suspended' ? ['reissue', 'resume'] : [];
}

const NEARLY_USED_PERCENT = 90;

/** The Progress status of used bandwidth: red near the limit. */
export const usageStatus = (percent: number): 'exception' | 'normal' =>
  percent >= NEARLY_USED_PERCENT ? 'exception' : 'normal';
