import { WhereBuilder, type ListQuery, hasTrigram, parseIdTerm } from '../paging/list-query';
import { toLikePattern } from '../../database/like-pattern';
import type { UserFilter } from './admin-users.types';

/** Open accounts under a filter. */
export function buildUserListQuery({ search, status, role }: UserFilter): ListQuery {
  const conditions = new WhereBuilder().add('t.closed_at IS NULL');
  if (status) conditions.add('t.status = ?', status);
  if (role) conditions.add('t.role = ?', role);
  const { where: filter, values } = conditions;
  if (!search) return { table: 'users', filter, values };
  const pattern = toLikePattern(search);
  const own = conditions.bind(
    't.name ILIKE ? OR t.email::text ILIKE ? OR t.phone ILIKE ? OR t.id = ?',
    ...[pattern, pattern, pattern, parseIdTerm(search)],
  );
  return { table: 'users', filter, search: { own, isIndexed: hasTrigram(search) }, values };
}
