import { keepPreviousData } from '@tanstack/react-query';
import { useListProxies } from '@/api/generated/hooks/proxies/proxies';
import { useListSearch } from '@/lib/list-search';
import { proxySearch } from './search-schema';

const all = <T extends string>(value: T): Exclude<T, 'all'> | undefined =>
  value === 'all' ? undefined : (value as Exclude<T, 'all'>);

/** The list that the address asks for. */
export function useProxyList() {
  const search = useListSearch(proxySearch);
  const { page, per_page, search: text, status, type } = search.values;
  const query = useListProxies(
    { page, per_page, search: text || undefined, status: all(status), type: all(type) },
    {
      query: {
        placeholderData: keepPreviousData,
        meta: { fallback: 'Failed to fetch proxy data' },
      },
    },
  );
  return { search, query, isFiltered: text !== '' || status !== 'all' || type !== 'all' };
}
