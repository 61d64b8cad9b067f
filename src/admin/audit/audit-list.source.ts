import { Conditions, type ListSource } from '../paging/list-source';
import { likePattern } from '../paging/search-term';
import type { AuditFilter } from './audit-log.types';

/**
 * The audit log under a filter.
 * @param seesHigh false leaves out what is of high severity, whatever the filter says.
 */
export function auditList(filter: AuditFilter, seesHigh: boolean, large: boolean): ListSource {
  const { search, category, severity, action, userId, from, to } = filter;
  const conditions = new Conditions();
  if (!seesHigh) conditions.add(`t.severity <> 'high'`);
  if (category) conditions.add('t.category = ?', category);
  if (severity) conditions.add('t.severity = ?', severity);
  if (userId) conditions.add('t.actor_id = ?', userId);
  if (from) conditions.add('t.created_at >= ?', from);
  if (to) conditions.add('t.created_at < ?', to);
  if (action) conditions.add('t.action ILIKE ?', likePattern(action, false));
  if (search)
    conditions.add(
      't.details ILIKE ? OR t.target ILIKE ? OR t.actor_name ILIKE ? OR t.action ILIKE ? OR t.ip ILIKE ?',
      likePattern(search, large),
    );
  const { where, values } = conditions;
  return { table: 'audit_log', where, values, searched: Boolean(search ?? action) };
}
