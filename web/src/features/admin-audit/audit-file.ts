import { csvFile, jsonFile } from '@/lib/csv';
import type { AuditLog } from './audit-log';

export type AuditFormat = 'csv' | 'json';

const HEADER = [
  'ID',
  'Timestamp',
  'User',
  'User Role',
  'Action',
  'Category',
  'Target',
  'Details',
  'IP Address',
  'User Agent',
  'Severity',
];

/** The rows on screen as a file, for when the server cannot create one of all rows. */
export function auditFile(logs: readonly AuditLog[], format: AuditFormat): Blob {
  if (format === 'json') return jsonFile(logs);
  const rows = logs.map((log) => [
    log.id,
    log.timestamp,
    log.user,
    log.userRole,
    log.action,
    log.category,
    log.target,
    log.details,
    log.ipAddress,
    log.userAgent,
    log.severity,
  ]);
  return csvFile([HEADER, ...rows]);
}

export const auditFileName = (format: AuditFormat, day: string): string =>
  `audit-logs-${day}.${format}`;
