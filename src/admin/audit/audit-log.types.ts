import type { StoredChanges } from '../../audit/audit-changes.types';
import type { AuditCategory, AuditSeverity } from '../../audit/audit.types';

export interface AuditFilter {
  readonly search?: string;
  readonly category?: AuditCategory;
  readonly severity?: AuditSeverity;
  /** Substring of the action name. */
  readonly action?: string;
  readonly userId?: number;
  /** Inclusive. */
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
}

export interface AuditLogEntry {
  /** Grows with time; a bigint as text. */
  readonly id: string;
  readonly timestamp: Date;
  readonly userId: number | null;
  readonly user: string;
  readonly userRole: string;
  readonly action: string;
  readonly category: AuditCategory;
  readonly target: string;
  readonly details: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly severity: AuditSeverity;
  readonly changes: StoredChanges | null;
}

export interface AuditLogStatistics {
  readonly total: number;
  readonly high: number;
  readonly today: number;
  readonly byStaff: number;
}
