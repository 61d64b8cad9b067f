import { WhereBuilder, type ListQuery } from '../paging/list-query';
import { parseIdTerm, toLikePattern } from '../paging/search-term';
import type { UserFilter } from './admin-users.types';

/** Open accounts under a filter. */
export function buildUserListQuery(
  { search, status, role }: UserFilter,
  large: boolean,
): ListQuery {
  const conditions = new WhereBuilder().add('t.closed_at IS NULL');
  if (status) conditions.add('t.status = ?', status);
  if (role) conditions.add('t.role = ?', role);
  if (search) {
    const pattern = toLikePattern(search, large);
    conditions.add(
      't.name ILIKE ? OR t.email::text ILIKE ? OR t.phone ILIKE ? OR t.id = ?',
      ...[pattern, pattern, pattern, parseIdTerm(search)],
    );
  }
  const { where, values } = conditions;
  return { table: 'users', where, values, hasSearch: search !== undefined };
}
