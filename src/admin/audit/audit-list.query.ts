import { WhereBuilder, type ListQuery, hasTrigram, parseIdTerm } from '../paging/list-query';
import { toLikePattern } from '../../database/like-pattern';
import type { AuditFilter } from './audit-log.types';

/** Viewers without access to amounts cannot search by them. */
const detailsLike = (canViewAmounts: boolean): string =>
  canViewAmounts
    ? 't.details ILIKE ?'
    : `t.details ILIKE ? AND regexp_replace(t.details, '₦[ 0-9,.]*[0-9]', '₦•••', 'g') ILIKE ?`;

/**
 * The audit log under a filter.
 * @param canViewAll false leaves out what is of high severity, whatever the filter says, and amounts.
 */
export function buildAuditListQuery(filter: AuditFilter, canViewAll: boolean): ListQuery {
  const { search, category, severity, action, userId, from, to } = filter;
  const conditions = new WhereBuilder();
  if (!canViewAll) conditions.add(`t.severity <> 'high'`);
  if (category) conditions.add('t.category = ?', category);
  if (severity) conditions.add('t.severity = ?', severity);
  if (userId) conditions.add('t.actor_id = ?', userId);
  if (from) conditions.add('t.created_at >= ?', from);
  if (to) conditions.add('t.created_at < ?', to);
  const table = 'audit_log';
  // Few actions have a name like any other, and many rows.
  if (action) conditions.add('t.action ILIKE ?', toLikePattern(action));
  const { where, values } = conditions;
  if (!search) return { table, filter: where, values };
  const own = [
    conditions.bind(
      `${detailsLike(canViewAll)} OR t.target ILIKE ? OR t.actor_name ILIKE ? OR t.action ILIKE ? OR t.ip ILIKE ?`,
      toLikePattern(search),
    ),
    conditions.bind('t.id = ?', parseIdTerm(search)),
  ].join(' OR ');
  return { table, filter: where, search: { own, isIndexed: hasTrigram(search) }, values };
}
