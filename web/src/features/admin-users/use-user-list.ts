import { keepPreviousData } from '@tanstack/react-query';
import { useAdminListUsers } from '@/api/generated/admin-users';
import { useListSearch } from '@/lib/list-search';
import { useExactTotal } from '@/lib/use-exact-total';
import { PER_PAGE, userSearch } from './user';

export function useUserList() {
  const search = useListSearch(userSearch);
  const { page, search: text, status } = search.values;
  const filters = { search: text || undefined, status: status === 'all' ? undefined : status };
  const { exactTotal, countExactly } = useExactTotal(filters);
  const query = useAdminListUsers(
    { page, per_page: PER_PAGE, ...filters, exact_total: exactTotal },
    { query: { placeholderData: keepPreviousData, meta: { fallback: 'Failed to fetch users' } } },
  );
  return { search, query, countExactly, isFiltered: text !== '' || status !== 'all' };
}
