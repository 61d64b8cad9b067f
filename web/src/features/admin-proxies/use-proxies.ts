import { keepPreviousData } from '@tanstack/react-query';
import { useAdminListProxies } from '@/api/generated/hooks/admin-proxies/admin-proxies';
import { isFiltered, kindParams } from '@/lib/kind-list';
import { useListSearch } from '@/lib/list-search';
import { useKeptRow, useOpenRow } from '@/lib/url-param';
import { proxySearch, type Proxy } from './proxy';

const meta = { fallback: 'Failed to fetch proxies', thrown: 'Failed to load proxy data' };

export function useProxyList() {
  const search = useListSearch(proxySearch);
  const query = useAdminListProxies(kindParams(search.values), {
    query: { placeholderData: keepPreviousData, meta },
  });
  return { search, query, isFiltered: isFiltered(search.values) };
}

/** The proxy whose details the address asks for, wherever in the list it stands. */
export function useOpenProxy(rows: readonly Proxy[] | undefined) {
  const { id, open, close } = useOpenRow('proxy');
  const listed = rows?.find((row) => row.id === id);
  const searched = useAdminListProxies(
    { search: `#${id}`, per_page: 50 },
    {
      query: {
        enabled: id !== null && rows !== undefined && listed === undefined,
        meta: { quiet: true },
      },
    },
  );
  const elsewhere = searched.data?.data.proxies.find((row) => row.id === id);
  return { proxy: useKeptRow(listed ?? elsewhere, id), open, close };
}
