import { statusTypeSearch } from '@/lib/status-type-search';

export const STATUSES = ['active', 'expired', 'suspended'] as const;
export const TYPES = ['datacenter', 'residential', 'mobile'] as const;

export const proxySearch = statusTypeSearch(STATUSES, TYPES);
