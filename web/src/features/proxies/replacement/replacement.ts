import type { Proxy } from '../proxy';

/** Pool proxies rotate instead. */
export const canReplaceAddress = ({
  type,
  status,
  is_expired: isExpired,
}: Pick<Proxy, 'type' | 'status' | 'is_expired'>): boolean =>
  type === 'individual_ipv4' && status === 'active' && !isExpired;
