import { Button } from 'antd';
import { DateTime } from '@/components/format/date-time';
import type { Column } from '@/components/list-page/columns';
import { StackedCell } from '@/components/list-page/stacked-cell';
import { capitalise } from '@/lib/text';
import type { AuditLog } from './audit-log';
import { SeverityBadge } from './severity-badge';

export const auditColumns = (onDetails: (log: AuditLog) => void): Column<AuditLog>[] => [
  {
    key: 'timestamp',
    title: 'Timestamp',
    render: ({ timestamp }) => <DateTime iso={timestamp} />,
  },
  {
    key: 'user',
    title: 'User',
    render: ({ user, userRole }) => <StackedCell primary={user} secondary={capitalise(userRole)} />,
  },
  {
    key: 'action',
    title: 'Action',
    render: ({ action, details }) => (
      <StackedCell primary={<code>{action}</code>} secondary={details} />
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
    render: ({ severity }) => <SeverityBadge severity={severity} />,
  },
  {
    key: 'details',
    title: 'Details',
    render: (log) => (
      <Button size="small" aria-label={`Details of log ${log.id}`} onClick={() => onDetails(log)}>
        Details
      </Button>
    ),
  },
];
