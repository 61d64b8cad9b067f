import { ApiProperty } from '@nestjs/swagger';
import {
  AUDIT_CATEGORIES,
  AUDIT_SEVERITIES,
  type AuditCategory,
  type AuditSeverity,
} from '../../../audit/audit.types';
import { PaginationResponse, toPagination, type Paged } from '../../../common/http/pagination.dto';
import type { AuditLogStatistics, AuditLogEntry } from '../audit-log.types';

export class AuditChanges {
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  before: Record<string, unknown> | null;
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  after: Record<string, unknown> | null;
}

export class AuditLogResponse {
  /** Ascending with time. @example 1042 */
  id: number;
  timestamp: Date;
  /** Null when the platform acted or no user was signed in. */
  user_id: number | null;
  /** Name at the time of the action, or `system`. */
  user: string;
  /** `admin`, `sub-admin`, `user` or `system`. */
  userRole: string;
  /** @example user.created */
  action: string;
  @ApiProperty({ enum: AUDIT_CATEGORIES, enumName: 'AuditCategory' })
  category: AuditCategory;
  /** @example user:12 */
  target: string;
  details: string;
  ipAddress: string;
  userAgent: string;
  @ApiProperty({ enum: AUDIT_SEVERITIES, enumName: 'AuditSeverity' })
  severity: AuditSeverity;
  /** Changed fields with their values before and after; null where nothing changed. */
  changes: AuditChanges | null;
}

/** Over everything the viewer may see, whatever the filters. */
export class AuditStatistics {
  total_logs: number;
  /** Null for a sub-admin. */
  high_severity: number | null;
  todays_activity: number;
  /** Entries of staff. */
  admin_actions: number;
}

export class AuditLogListData {
  logs: AuditLogResponse[];
  statistics: AuditStatistics;
  pagination: PaginationResponse;
}

const asObject = (value: unknown): Record<string, unknown> | null =>
  value === undefined || value === null ? null : (value as Record<string, unknown>);

export const toAuditLog = (entry: AuditLogEntry): AuditLogResponse => ({
  id: Number(entry.id),
  timestamp: entry.timestamp,
  user_id: entry.userId,
  user: entry.user,
  userRole: entry.userRole,
  action: entry.action,
  category: entry.category,
  target: entry.target,
  details: entry.details,
  ipAddress: entry.ip,
  userAgent: entry.userAgent,
  severity: entry.severity,
  changes: entry.changes && {
    before: asObject(entry.changes.before),
    after: asObject(entry.changes.after),
  },
});

/** @param canViewHighSeverity whether rows of high severity are among them. */
export const toAuditLogList = (
  paged: Paged<AuditLogEntry>,
  statistics: AuditLogStatistics,
  canViewHighSeverity: boolean,
): AuditLogListData => ({
  logs: paged.rows.map(toAuditLog),
  statistics: {
    total_logs: statistics.total,
    high_severity: canViewHighSeverity ? statistics.high : null,
    todays_activity: statistics.today,
    admin_actions: statistics.byStaff,
  },
  pagination: toPagination(paged),
});
