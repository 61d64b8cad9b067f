import { invalidFields } from '../../common/errors/domain-error';
import { DAY } from '../../common/time/clock';
import { startOfDay } from '../../common/time/calendar';
import type { AuditFilter } from './audit-log.types';
import type { AuditFilterQuery } from './audit.dto';

const ONLY_DAY = /^\d{4}-\d\d-\d\d$/;

const from = (text: string): Date => (ONLY_DAY.test(text) ? startOfDay(text) : new Date(text));

/** The last day is meant as a whole. */
const until = (text: string): Date =>
  ONLY_DAY.test(text) ? new Date(startOfDay(text).getTime() + DAY) : new Date(text);

/** @throws DomainError invalid when the range ends before it starts. */
export function toAuditFilter(query: AuditFilterQuery): AuditFilter {
  const filter = readFilter(query);
  if (filter.from && filter.to && filter.to <= filter.from)
    throw invalidFields({ end_date: ['The end date is before the start date.'] });
  return filter;
}

const readFilter = (query: AuditFilterQuery): AuditFilter => ({
  search: query.search,
  category: query.category,
  severity: query.severity,
  action: query.action,
  userId: query.user_id,
  from: query.start_date === undefined ? undefined : from(query.start_date),
  to: query.end_date === undefined ? undefined : until(query.end_date),
});
