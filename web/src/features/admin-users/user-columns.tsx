import { Button, Flex } from 'antd';
import { Link } from 'react-router-dom';
import { PrivateMoney } from '@/components/format/private-money';
import { RelativeTime } from '@/components/format/relative-time';
import { RoleBadge } from '@/components/format/role-badge';
import { StatusBadge } from '@/components/format/status-badge';
import type { Column } from '@/components/list-page/columns';
import type { CompactRow } from '@/components/list-page/compact-rows';
import { StackedCell } from '@/components/list-page/stacked-cell';
import { adminUserPath } from '@/lib/admin-paths';
import { formatDate, formatDateTime } from '@/lib/date';
import { EmailStatus } from './email-status';
import type { User } from './user';
import { availableActions, toMenuActions, type ActionMode, type Viewer } from './user-actions';

interface Options extends Viewer {
  onAction: (mode: ActionMode, user: User) => void;
}

/** Rare; they are left to the menu and the user's page. */
const NOT_IN_ROW: readonly ActionMode[] = ['view-as', 'end-sessions', 'reset-two-factor'];

function RowActions({ user, onAction, ...viewer }: Options & { user: User }) {
  return (
    <Flex>
      {availableActions(user, viewer)
        .filter(({ mode }) => !NOT_IN_ROW.includes(mode))
        .map(({ mode, label, icon }) => (
          <Button
            key={mode}
            type="text"
            size="small"
            danger={mode === 'delete'}
            icon={icon}
            aria-label={`${label} ${user.name}`}
            title={label}
            onClick={() => onAction(mode, user)}
          />
        ))}
    </Flex>
  );
}

export const userColumns = (options: Options): Column<User>[] => [
  {
    title: 'User',
    grow: 3,
    render: (user) => (
      <StackedCell
        primary={
          <Link to={adminUserPath(user.id)} style={{ fontWeight: 600 }}>
            {user.name}
          </Link>
        }
        secondary={`ID: ${user.id}`}
      />
    ),
  },
  {
    title: 'Contact',
    grow: 4,
    render: (user) => (
      <StackedCell
        primary={user.email}
        secondary={
          user.email_verified_at ? (
            user.phone
          ) : (
            <>
              <EmailStatus user={user} /> {user.phone}
            </>
          )
        }
      />
    ),
  },
  { title: 'Status', render: (user) => <StatusBadge status={user.status} /> },
  { title: 'Balance', numeric: true, render: (user) => <PrivateMoney amount={user.balance} /> },
  { title: 'Proxies', numeric: true, render: (user) => user.stats.active_proxies },
  { title: 'Role', render: (user) => <RoleBadge role={user.role} name={user.staff_role} /> },
  {
    // The specification shows the created date under this title.
    title: 'Last Login',
    sort: 'created_at',
    render: (user) => (
      <time
        dateTime={user.created_at}
        title={`Account created ${formatDateTime(user.created_at)} (Lagos)`}
        style={{ whiteSpace: 'nowrap' }}
      >
        {formatDate(user.created_at)}
      </time>
    ),
  },
  {
    title: 'Last sign-in',
    render: ({ last_login_at: at }) => (
      <span style={{ whiteSpace: 'nowrap' }}>{at ? <RelativeTime iso={at} /> : 'Never'}</span>
    ),
  },
  { title: 'Actions', render: (user) => <RowActions user={user} {...options} /> },
];

/** A user in two lines, for phones. */
export const toCompactUser =
  ({ onAction, ...viewer }: Options) =>
  (user: User): CompactRow => ({
    name: user.name,
    title: user.name,
    open: adminUserPath(user.id),
    lead: <StatusBadge status={user.status} />,
    details: [
      !user.email_verified_at && 'Unverified',
      user.role !== 'user' && <RoleBadge role={user.role} name={user.staff_role} />,
      user.email,
      user.phone,
    ],
    note: <PrivateMoney amount={user.balance} />,
    actions: toMenuActions(availableActions(user, viewer), (mode) => onAction(mode, user)),
  });
