import { kindSearch } from '@/lib/kind-list';

export const STATUSES = ['active', 'expired', 'suspended'] as const;
export const TYPES = ['datacenter', 'residential', 'mobile'] as const;

export const proxySearch = kindSearch(STATUSES, TYPES);
