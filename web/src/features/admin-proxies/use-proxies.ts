import { keepPreviousData } from '@tanstack/react-query';
import { useAdminListProxies } from '@/api/generated/admin-proxies';
import { isFiltered, toListParams } from '@/lib/status-type-search';
import { useListSearch } from '@/lib/list-search';
import { useOpenRow } from '@/lib/open-row';
import { useExactTotal } from '@/lib/use-exact-total';
import { proxySearch, type Proxy } from './proxy';

const meta = { fallback: 'Failed to fetch proxies', thrown: 'Failed to load proxy data' };

export function useProxyList() {
  const search = useListSearch(proxySearch);
  const params = toListParams(search.values);
  const { exactTotal, countExactly } = useExactTotal({ ...params, page: 0 });
  const query = useAdminListProxies(
    { ...params, exact_total: exactTotal },
    {
      query: { placeholderData: keepPreviousData, meta },
    },
  );
  return { search, query, countExactly, isFiltered: isFiltered(search.values) };
}

const useFindById = (id: number | null) =>
  useAdminListProxies(
    { search: `#${id}`, per_page: 50 },
    { query: { enabled: id !== null, meta: { quiet: true } } },
  ).data?.data.proxies;

export const useSelectedProxy = (rows: readonly Proxy[] | undefined) =>
  useOpenRow('proxy', rows, useFindById);
