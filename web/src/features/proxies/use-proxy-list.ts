import { keepPreviousData } from '@tanstack/react-query';
import { useListProxies } from '@/api/generated/proxies';
import { textField, useListSearch } from '@/lib/list-search';
import { statusTypeSearch, toListParams } from '@/lib/status-type-search';

export const STATUSES = ['active', 'expired', 'suspended'] as const;
export const TYPES = ['datacenter', 'residential', 'mobile'] as const;

const proxySearch = { ...statusTypeSearch(STATUSES, TYPES), tag: textField() };

/** The page of proxies selected by the URL. */
export function useProxyList() {
  const search = useListSearch(proxySearch);
  const { tag } = search.values;
  const params = { ...toListParams(search.values), tag: tag || undefined };
  const query = useListProxies(params, {
    query: {
      placeholderData: keepPreviousData,
      meta: { fallback: 'Failed to fetch proxy data' },
    },
  });
  return { search, query };
}
