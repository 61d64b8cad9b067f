import { keepPreviousData } from '@tanstack/react-query';
import { useAdminListProxies } from '@/api/generated/hooks/admin-proxies/admin-proxies';
import { useListSearch } from '@/lib/list-search';
import { useKeptRow, useOpenRow } from '@/lib/url-param';
import { proxySearch, type Proxy } from './proxy';

const all = <T extends string>(value: T): Exclude<T, 'all'> | undefined =>
  value === 'all' ? undefined : (value as Exclude<T, 'all'>);

const meta = { fallback: 'Failed to fetch proxies', thrown: 'Failed to load proxy data' };

export function useProxyList() {
  const search = useListSearch(proxySearch);
  const { page, per_page, search: text, status, type } = search.values;
  const query = useAdminListProxies(
    { page, per_page, search: text || undefined, status: all(status), type: all(type) },
    { query: { placeholderData: keepPreviousData, meta } },
  );
  return { search, query, isFiltered: text !== '' || status !== 'all' || type !== 'all' };
}

/** The proxy whose details the address asks for, wherever in the list it stands. */
export function useOpenProxy(rows: readonly Proxy[] | undefined) {
  const { id, open, close } = useOpenRow('proxy');
  const listed = rows?.find((row) => row.id === id);
  const searched = useAdminListProxies(
    { search: String(id), per_page: 50 },
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
