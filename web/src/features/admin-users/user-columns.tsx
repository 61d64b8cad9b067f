import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import EditOutlined from '@ant-design/icons/EditOutlined';
import EyeOutlined from '@ant-design/icons/EyeOutlined';
import StopOutlined from '@ant-design/icons/StopOutlined';
import WalletOutlined from '@ant-design/icons/WalletOutlined';
import { Button, Flex, Tag } from 'antd';
import type { ReactNode } from 'react';
import { PrivateMoney } from '@/components/format/private-money';
import { RoleBadge } from '@/components/format/role-badge';
import { StatusBadge } from '@/components/format/status-badge';
import type { Column } from '@/components/list-page/columns';
import { StackedCell } from '@/components/list-page/stacked-cell';
import { formatDate, formatDateTime } from '@/lib/date';
import type { User } from './user';
import { canFund, canOpen, isStatusMode, statusMode, type Mode } from './user-modal';
import { WalletCorrectionButton } from './wallet-correction-button';

export type RowMode = Exclude<Mode, 'add' | 'profile'>;

const ACTIONS: readonly { mode: RowMode; label: string; icon: ReactNode }[] = [
  { mode: 'view', label: 'View', icon: <EyeOutlined aria-hidden /> },
  { mode: 'edit', label: 'Edit', icon: <EditOutlined aria-hidden /> },
  { mode: 'fund', label: 'Fund wallet', icon: <WalletOutlined aria-hidden /> },
  { mode: 'suspend', label: 'Suspend', icon: <StopOutlined aria-hidden /> },
  { mode: 'reactivate', label: 'Reactivate', icon: <CheckCircleOutlined aria-hidden /> },
  { mode: 'delete', label: 'Delete', icon: <DeleteOutlined aria-hidden /> },
];

interface Options {
  isAdmin: boolean;
  ownId: number | null;
  onAction: (mode: RowMode, user: User) => void;
}

function RowActions({ user, isAdmin, ownId, onAction }: Options & { user: User }) {
  const available = ACTIONS.filter(
    ({ mode }) =>
      canOpen(mode, isAdmin) &&
      (mode !== 'fund' || canFund(user, isAdmin)) &&
      (!isStatusMode(mode) || mode === statusMode(user, ownId)),
  );
  return (
    <Flex gap={4}>
      {available.map(({ mode, label, icon }) => (
        <Button
          key={mode}
          type="text"
          danger={mode === 'delete'}
          icon={icon}
          aria-label={`${label} ${user.name}`}
          title={label}
          onClick={() => onAction(mode, user)}
        />
      ))}
      <WalletCorrectionButton user={user} isIcon />
    </Flex>
  );
}

export const userColumns = ({ onAction, ...viewing }: Options): Column<User>[] => [
  {
    key: 'user',
    title: 'User',
    card: 'title',
    render: (user) => (
      <StackedCell
        primary={
          <Button
            type="link"
            style={{ height: 'auto', padding: 0, whiteSpace: 'normal', textAlign: 'start' }}
            onClick={() => onAction('view', user)}
          >
            {user.name}
          </Button>
        }
        secondary={`ID: ${user.id}`}
      />
    ),
  },
  {
    key: 'contact',
    title: 'Contact',
    render: (user) => (
      <StackedCell
        primary={user.email}
        secondary={
          user.email_verified_at ? (
            user.phone
          ) : (
            <>
              <Tag color="warning">Unverified</Tag>
              {user.phone}
            </>
          )
        }
      />
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
    // The specification shows the created date under this title.
    key: 'login',
    title: 'Last Login',
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
    key: 'actions',
    title: 'Actions',
    card: 'foot',
    render: (user) => <RowActions user={user} {...viewing} onAction={onAction} />,
  },
];
