import { keepPreviousData } from '@tanstack/react-query';
import { useListProxies } from '@/api/generated/hooks/proxies/proxies';
import { useListSearch } from '@/lib/list-search';
import { statusTypeSearch, toListParams } from '@/lib/status-type-search';

export const STATUSES = ['active', 'expired', 'suspended'] as const;
export const TYPES = ['datacenter', 'residential', 'mobile'] as const;

const proxySearch = statusTypeSearch(STATUSES, TYPES);

/** The page of proxies selected by the URL. */
export function useProxyList() {
  const search = useListSearch(proxySearch);
  const query = useListProxies(toListParams(search.values), {
    query: {
      placeholderData: keepPreviousData,
      meta: { fallback: 'Failed to fetch proxy data' },
    },
  });
  return { search, query };
}
