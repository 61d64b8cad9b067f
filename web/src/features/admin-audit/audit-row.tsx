import EyeOutlined from '@ant-design/icons/EyeOutlined';
import UserOutlined from '@ant-design/icons/UserOutlined';
import type { CompactRow } from '@/components/list-page/compact-rows';
import type { MenuAction } from '@/components/ui/action-menu';
import { formatShortDateTime } from '@/lib/date';
import type { AuditLog } from './audit-log';
import { SeverityBadge } from './severity-badge';

interface Options {
  onDetails: (log: AuditLog) => void;
  onUser: (userId: number) => void;
}

const userActions = (
  { user_id: id, user }: AuditLog,
  onUser: Options['onUser'],
): readonly MenuAction[] =>
  id === null
    ? []
    : [
        {
          key: 'user',
          label: `Open ${user}`,
          icon: <UserOutlined aria-hidden />,
          onSelect: () => onUser(id),
        },
      ];

/** An entry of the audit trail in two lines, for phones. */
export const toCompactLog =
  ({ onDetails, onUser }: Options) =>
  (log: AuditLog): CompactRow => ({
    name: `log ${log.id}`,
    title: <code>{log.action}</code>,
    open: () => onDetails(log),
    lead: <SeverityBadge severity={log.severity} />,
    details: [log.user, log.details, <code key="target">{log.target}</code>],
    note: formatShortDateTime(log.timestamp),
    actions: [
      {
        key: 'details',
        label: 'Details',
        icon: <EyeOutlined aria-hidden />,
        onSelect: () => onDetails(log),
      },
      ...userActions(log, onUser),
    ],
  });
