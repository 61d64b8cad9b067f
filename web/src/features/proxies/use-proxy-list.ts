import { keepPreviousData } from '@tanstack/react-query';
import { useListProxies } from '@/api/generated/hooks/proxies/proxies';
import { toListParams } from '@/lib/status-type-search';
import { useListSearch } from '@/lib/list-search';
import { proxySearch } from './search-schema';

/** The page of proxies that the address selects. */
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
