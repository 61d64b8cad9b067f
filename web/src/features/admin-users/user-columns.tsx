import type { Column } from '@/components/data-list/data-list';
import { PrivateMoney } from '@/components/format/private-money';
import { RoleBadge } from '@/components/format/role-badge';
import { StatusBadge } from '@/components/format/status-badge';
import parts from '@/components/ui/dialog-parts.module.css';
import { Icon, type IconName } from '@/components/ui/icon';
import { staffIcons } from '@/components/ui/staff-icons';
import { formatDate, formatDateTime } from '@/lib/date';
import type { User } from './user';
import styles from './user-columns.module.css';
import { canFund, canOpen, type Mode } from './user-modal';

export type RowMode = Exclude<Mode, 'add' | 'profile'>;

interface RowAction {
  mode: RowMode;
  label: string;
  icon: IconName;
}

const ACTIONS: readonly RowAction[] = [
  { mode: 'view', label: 'View', icon: 'eye' },
  { mode: 'edit', label: 'Edit', icon: staffIcons.edit },
  { mode: 'fund', label: 'Fund wallet', icon: 'wallet' },
  { mode: 'delete', label: 'Delete', icon: staffIcons.trash },
];

interface Options {
  isAdmin: boolean;
  onAction: (mode: RowMode, user: User) => void;
}

function Actions({ user, isAdmin, onAction }: Options & { user: User }) {
  const offered = ACTIONS.filter(
    ({ mode }) => canOpen(mode, isAdmin) && (mode !== 'fund' || canFund(user, isAdmin)),
  );
  return (
    <div className={styles.actions}>
      {offered.map(({ mode, label, icon }) => (
        <button
          key={mode}
          type="button"
          className={`${styles.action} ${mode === 'delete' ? styles.danger : ''}`}
          aria-label={`${label} ${user.name}`}
          title={label}
          onClick={() => onAction(mode, user)}
        >
          <Icon name={icon} size={16} />
        </button>
      ))}
    </div>
  );
}

export const userColumns = ({ isAdmin, onAction }: Options): Column<User>[] => [
  {
    key: 'user',
    title: 'User',
    card: 'title',
    render: (user) => (
      <div className={parts.stack}>
        <button
          type="button"
          className={`${styles.name} ${parts.clip}`}
          onClick={() => onAction('view', user)}
        >
          {user.name}
        </button>
        <span className={parts.minor}>ID: {user.id}</span>
      </div>
    ),
  },
  {
    key: 'contact',
    title: 'Contact',
    render: (user) => (
      <div className={parts.stack}>
        <span className={parts.clip} title={user.email}>
          {user.email}
        </span>
        {user.phone && <span className={parts.minor}>{user.phone}</span>}
      </div>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    card: 'lead',
    render: (user) => <StatusBadge status={user.status} />,
  },
  {
    key: 'balance',
    title: 'Balance',
    numeric: true,
    render: (user) => <PrivateMoney amount={user.balance} />,
  },
  { key: 'proxies', title: 'Proxies', numeric: true, render: (user) => user.stats.active_proxies },
  { key: 'role', title: 'Role', render: (user) => <RoleBadge role={user.role} /> },
  {
    key: 'login',
    title: 'Last Login',
    render: (user) => (
      <time
        className={parts.nowrap}
        dateTime={user.created_at}
        title={`Account created ${formatDateTime(user.created_at)} (Lagos)`}
      >
        {formatDate(user.created_at)}
      </time>
    ),
  },
  {
    key: 'actions',
    title: 'Actions',
    card: 'foot',
    render: (user) => <Actions user={user} isAdmin={isAdmin} onAction={onAction} />,
  },
];
