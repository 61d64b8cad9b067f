import { Button, Descriptions, Flex, Tag, Typography } from 'antd';
import { useOwnId } from '@/api/use-own-id';
import { useIsAdmin } from '@/api/use-is-admin';
import { PrivateMoney } from '@/components/format/private-money';
import { RoleBadge } from '@/components/format/role-badge';
import { StatusBadge } from '@/components/format/status-badge';
import { LinkButton } from '@/components/ui/link-button';
import { adminUserPath } from '@/lib/admin-paths';
import { formatDateTime } from '@/lib/date';
import { formatNumber } from '@/lib/number';
import { useLocalHistorySearch } from './use-history-search';
import type { User } from './user';
import { UserHistory } from './user-history';
import { canFund, statusMode, STATUS_VERBS } from './user-modal';

function UserDescriptions({ user }: { user: User }) {
  const { stats, email_verified_at: verifiedAt } = user;
  return (
    <Descriptions
      bordered
      size="small"
      column={{ xs: 1, sm: 2 }}
      items={[
        { key: 'name', label: 'Name', children: user.name },
        {
          key: 'email',
          label: 'Email',
          children: (
            <>
              {user.email} {!verifiedAt && <Tag color="warning">Unverified</Tag>}
            </>
          ),
        },
        { key: 'phone', label: 'Phone', children: user.phone ?? 'Not given' },
        { key: 'status', label: 'Status', children: <StatusBadge status={user.status} /> },
        { key: 'role', label: 'Role', children: <RoleBadge role={user.role} /> },
        { key: 'balance', label: 'Balance', children: <PrivateMoney amount={user.balance} /> },
        { key: 'proxies', label: 'Active proxies', children: formatNumber(stats.active_proxies) },
        { key: 'purchases', label: 'Purchases', children: formatNumber(stats.total_purchases) },
        {
          key: 'spent',
          label: 'Total spent',
          children: <PrivateMoney amount={stats.total_spent} />,
        },
        { key: 'id', label: 'User ID', children: user.id },
        { key: 'created', label: 'Created', children: formatDateTime(user.created_at) },
        {
          key: 'verified',
          label: 'Email verified',
          children: verifiedAt ? formatDateTime(verifiedAt) : 'Not yet',
        },
      ]}
    />
  );
}

interface UserDetailsProps {
  user: User;
  onOpen: (mode: 'edit' | 'fund' | 'profile' | 'suspend' | 'reactivate') => void;
  onClose: () => void;
}

export function UserDetails({ user, onOpen, onClose }: UserDetailsProps) {
  const isAdmin = useIsAdmin();
  const status = statusMode(user, useOwnId());
  return (
    <Flex vertical gap="middle">
      <UserDescriptions user={user} />
      <Flex justify="end" gap="small" wrap>
        <Button onClick={() => onOpen('profile')}>Profile</Button>
        {isAdmin && <Button onClick={() => onOpen('edit')}>Edit</Button>}
        {canFund(user, isAdmin) && <Button onClick={() => onOpen('fund')}>Fund Wallet</Button>}
        {isAdmin && status && (
          <Button danger={status === 'suspend'} onClick={() => onOpen(status)}>
            {STATUS_VERBS[status]}
          </Button>
        )}
        <Button type="primary" onClick={onClose}>
          Close
        </Button>
      </Flex>
    </Flex>
  );
}

export function UserProfile({ user }: { user: User }) {
  const history = useLocalHistorySearch();
  return (
    <Flex vertical gap="middle">
      <UserDescriptions user={user} />
      <section>
        <Typography.Title level={2} style={{ fontSize: 15 }}>
          History
        </Typography.Title>
        <UserHistory userId={user.id} history={history} />
      </section>
      <Flex justify="end">
        <LinkButton to={adminUserPath(user.id)}>Open full profile</LinkButton>
      </Flex>
    </Flex>
  );
}
