import type { Column } from '@/components/data-list/data-list';
import { PlainButton } from '@/components/ui/button';
import parts from '@/components/ui/dialog-parts.module.css';
import { formatDateTime } from '@/lib/date';
import { capitalise } from '@/lib/text';
import type { AuditLog } from './audit-log';
import styles from './audit.module.css';
import { SeverityBadge } from './severity-badge';

export const auditColumns = (onDetails: (log: AuditLog) => void): Column<AuditLog>[] => [
  {
    key: 'timestamp',
    title: 'Timestamp',
    render: ({ timestamp }) => (
      <time dateTime={timestamp} className={parts.nowrap}>
        {formatDateTime(timestamp)}
      </time>
    ),
  },
  {
    key: 'user',
    title: 'User',
    render: ({ user, userRole }) => (
      <div className={parts.stack}>
        <span>{user}</span>
        <span className={parts.minor}>{capitalise(userRole)}</span>
      </div>
    ),
  },
  {
    key: 'action',
    title: 'Action',
    card: 'title',
    render: ({ action, details }) => (
      <div className={parts.stack}>
        <code className={styles.action}>{action}</code>
        <span className={`${parts.minor} ${styles.details}`}>{details}</span>
      </div>
    ),
  },
  { key: 'target', title: 'Target', render: ({ target }) => <code>{target}</code> },
  {
    key: 'ip',
    title: 'IP Address',
    render: ({ ipAddress }) => (ipAddress ? <code>{ipAddress}</code> : '–'),
  },
  {
    key: 'severity',
    title: 'Severity',
    card: 'lead',
    render: ({ severity }) => <SeverityBadge severity={severity} />,
  },
  {
    key: 'details',
    title: 'Details',
    card: 'foot',
    render: (log) => (
      <div className={parts.rowActions}>
        <PlainButton small aria-label={`Details of log ${log.id}`} onClick={() => onDetails(log)}>
          Details
        </PlainButton>
      </div>
    ),
  },
];
