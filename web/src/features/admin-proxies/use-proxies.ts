import { keepPreviousData } from '@tanstack/react-query';
import { useAdminListProxies } from '@/api/generated/hooks/admin-proxies/admin-proxies';
import { isFiltered, toListParams } from '@/lib/status-type-search';
import { useListSearch } from '@/lib/list-search';
import { useOpenRow } from '@/lib/open-row';
import { proxySearch, type Proxy } from './proxy';

const meta = { fallback: 'Failed to fetch proxies', thrown: 'Failed to load proxy data' };

export function useProxyList() {
  const search = useListSearch(proxySearch);
  const query = useAdminListProxies(toListParams(search.values), {
    query: { placeholderData: keepPreviousData, meta },
  });
  return { search, query, isFiltered: isFiltered(search.values) };
}

const useFindById = (id: number | null) =>
  useAdminListProxies(
    { search: `#${id}`, per_page: 50 },
    { query: { enabled: id !== null, meta: { quiet: true } } },
  ).data?.data.proxies;

export const useSelectedProxy = (rows: readonly Proxy[] | undefined) =>
  useOpenRow('proxy', rows, useFindById);
