import { Conditions, type ListSource } from '../paging/list-source';
import { idMeant, likePattern } from '../paging/search-term';
import type { UserFilter } from './admin-users.types';

/** Open accounts under a filter. */
export function userList({ search, status, role }: UserFilter, large: boolean): ListSource {
  const conditions = new Conditions().add('t.closed_at IS NULL');
  if (status) conditions.add('t.status = ?', status);
  if (role) conditions.add('t.role = ?', role);
  if (search) {
    const pattern = likePattern(search, large);
    conditions.add(
      't.name ILIKE ? OR t.email::text ILIKE ? OR t.phone ILIKE ? OR t.id = ?',
      ...[pattern, pattern, pattern, idMeant(search)],
    );
  }
  const { where, values } = conditions;
  return { table: 'users', where, values, searched: search !== undefined };
}
