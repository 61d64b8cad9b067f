import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { toWhere, type ListQuery } from '../paging/list-query';
import { dayOf, startOfDay } from '../../common/time/calendar';
import type { AuditLogStatistics, AuditLogEntry } from './audit-log.types';

const COLUMNS = `t.id, t.created_at, t.actor_id, t.actor_name, t.actor_role, t.action, t.category,
  t.target, t.severity, t.details, t.ip, t.user_agent, t.changes`;

const toEntry = (row: Record<string, unknown>): AuditLogEntry => ({
  id: row.id as string,
  timestamp: row.created_at as Date,
  userId: row.actor_id as number | null,
  user: row.actor_name as string,
  userRole: row.actor_role as string,
  action: row.action as string,
  category: row.category as AuditLogEntry['category'],
  target: row.target as string,
  details: row.details as string,
  ip: row.ip as string,
  userAgent: row.user_agent as string,
  severity: row.severity as AuditLogEntry['severity'],
  changes: row.changes as AuditLogEntry['changes'],
});

/** Read only. */
@Injectable()
export class AuditLogsQueries {
  constructor(private readonly uow: UnitOfWork) {}

  /** In the order of `ids`. */
  async findByIds(ids: readonly (number | string)[]): Promise<AuditLogEntry[]> {
    if (!ids.length) return [];
    const rows = await this.uow.manager.query(
      `SELECT ${COLUMNS} FROM audit_log t WHERE t.id = ANY($1::bigint[])
       ORDER BY array_position($1::bigint[], t.id)`,
      [ids],
    );
    return rows.map(toEntry);
  }

  /** What matches, newest first, from behind `before` on. */
  async findBatch(
    list: ListQuery,
    before: { timestamp: string; id: string } | null,
    limit: number,
  ): Promise<{ entries: AuditLogEntry[]; last: { timestamp: string; id: string } | null }> {
    const next = list.values.length + 1;
    const rows = await this.uow.manager.query(
      `SELECT ${COLUMNS}, t.created_at::text AS exact FROM audit_log t
       WHERE ${toWhere(list)} AND (t.created_at, t.id) < ($${next}::timestamptz, $${next + 1}::bigint)
       ORDER BY t.created_at DESC, t.id DESC LIMIT $${next + 2}`,
      [...list.values, before?.timestamp ?? 'infinity', before?.id ?? '0', limit],
    );
    const end = rows[rows.length - 1];
    return {
      entries: rows.map(toEntry),
      last: end ? { timestamp: end.exact as string, id: end.id as string } : null,
    };
  }

  /** Over everything the viewer may see. */
  async getStatistics(canViewHighSeverity: boolean, now: Date): Promise<AuditLogStatistics> {
    const visible = canViewHighSeverity ? 'TRUE' : `severity <> 'high'`;
    const [row] = await this.uow.manager.query(
      `SELECT count(*)::int AS total, count(*) FILTER (WHERE severity = 'high')::int AS high,
              count(*) FILTER (WHERE created_at >= $1)::int AS today,
              count(*) FILTER (WHERE actor_role IN ('admin', 'sub-admin'))::int AS by_staff
       FROM audit_log WHERE ${visible}`,
      [startOfDay(dayOf(now))],
    );
    return { total: row.total, high: row.high, today: row.today, byStaff: row.by_staff };
  }
}
