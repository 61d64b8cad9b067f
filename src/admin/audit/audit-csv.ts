import { csvLine } from '../../common/csv/csv';
import type { AuditLogEntry } from './audit-log.types';

export const CSV_HEADER = [
  ...['ID', 'Timestamp', 'User', 'User Role', 'Action', 'Category', 'Target', 'Details'],
  ...['IP Address', 'User Agent', 'Severity'],
];

export const toCsv = (line: AuditLogEntry): string =>
  csvLine([
    line.id,
    line.timestamp.toISOString(),
    line.user,
    line.userRole,
    line.action,
    line.category,
    line.target,
    line.details,
    line.ip,
    line.userAgent,
    line.severity,
  ]);
