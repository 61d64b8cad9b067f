import type { adminListUsers } from '@/api/generated/admin-users';
import { choiceField, pageField, textField } from '@/lib/list-search';
import { rangeSearch } from '@/lib/range-search';

export type User = Awaited<ReturnType<typeof adminListUsers>>['data']['users'][number];

export const PER_PAGE = 15;
export const STATUSES = ['all', 'active', 'inactive', 'suspended'] as const;

/** The order by balance has no index. */
export const SORTS = ['', 'created_at'] as const;

export const userSearch = {
  page: pageField,
  search: textField(),
  status: choiceField(STATUSES, 'all'),
  ...rangeSearch(SORTS),
};
