import { Conditions, type ListSource } from '../paging/list-source';
import { idMeant, likePattern } from '../paging/search-term';
import type { AuditFilter } from './audit-log.types';

/** Who may not see amounts shall not find rows by them either. */
const detailsLike = (seesAmounts: boolean): string =>
  seesAmounts
    ? 't.details ILIKE ?'
    : `t.details ILIKE ? AND regexp_replace(t.details, '₦[ 0-9,.]*[0-9]', '₦•••', 'g') ILIKE ?`;

/** Nobody's text: digits, as they were read from it. */
const withId = (term: string): string => {
  const id = idMeant(term);
  return id === null ? '' : ` OR t.id = ${id}`;
};

/**
 * The audit log under a filter.
 * @param seesAll false leaves out what is of high severity, whatever the filter says, and amounts.
 */
export function auditList(filter: AuditFilter, seesAll: boolean, large: boolean): ListSource {
  const { search, category, severity, action, userId, from, to } = filter;
  const conditions = new Conditions();
  if (!seesAll) conditions.add(`t.severity <> 'high'`);
  if (category) conditions.add('t.category = ?', category);
  if (severity) conditions.add('t.severity = ?', severity);
  if (userId) conditions.add('t.actor_id = ?', userId);
  if (from) conditions.add('t.created_at >= ?', from);
  if (to) conditions.add('t.created_at < ?', to);
  if (action) conditions.add('t.action ILIKE ?', likePattern(action, false));
  if (search)
    conditions.add(
      `${detailsLike(seesAll)} OR t.target ILIKE ? OR t.actor_name ILIKE ? OR t.action ILIKE ? OR t.ip ILIKE ?${withId(search)}`,
      likePattern(search, large),
    );
  const { where, values } = conditions;
  return { table: 'audit_log', where, values, searched: Boolean(search ?? action) };
}
