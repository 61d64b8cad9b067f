import { csvLine } from '../../common/csv';
import type { AuditLogEntry } from './audit-log.types';

export const CSV_HEADER = [
  ...['ID', 'Timestamp', 'User', 'User Role', 'Action', 'Category', 'Target', 'Details'],
  ...['IP Address', 'User Agent', 'Severity'],
];

export const toCsv = (entry: AuditLogEntry): string =>
  csvLine([
    entry.id,
    entry.timestamp.toISOString(),
    entry.user,
    entry.userRole,
    entry.action,
    entry.category,
    entry.target,
    entry.details,
    entry.ip,
    entry.userAgent,
    entry.severity,
  ]);
