import { keepPreviousData } from '@tanstack/react-query';
import { useAdminListUsers } from '@/api/generated/hooks/admin-users/admin-users';
import { useListSearch } from '@/lib/list-search';
import { PER_PAGE, userSearch } from './user';

export function useUserList() {
  const search = useListSearch(userSearch);
  const { page, search: text, status } = search.values;
  const query = useAdminListUsers(
    {
      page,
      per_page: PER_PAGE,
      search: text || undefined,
      status: status === 'all' ? undefined : status,
    },
    { query: { placeholderData: keepPreviousData, meta: { fallback: 'Failed to fetch users' } } },
  );
  return { search, query, isFiltered: text !== '' || status !== 'all' };
}
