import ArrowLeftOutlined from '@ant-design/icons/ArrowLeftOutlined';
import { Card, Descriptions, Empty, Flex, Skeleton, Statistic } from 'antd';
import { useAdminGetUser } from '@/api/generated/hooks/admin-users/admin-users';
import { useIsAdmin } from '@/api/use-is-admin';
import { ErrorState } from '@/components/feedback/error-state';
import { PrivateMoney } from '@/components/format/private-money';
import { RoleBadge } from '@/components/format/role-badge';
import { StatusBadge } from '@/components/format/status-badge';
import { PageHeader } from '@/components/layout/page-header';
import { LinkButton } from '@/components/ui/link-button';
import { adminPaths } from '@/lib/admin-paths';
import { formatDate } from '@/lib/date';
import { readId, useUrlParams } from '@/lib/url-params';
import { EndSessions } from './end-sessions';
import { useUrlHistorySearch } from './use-history-search';
import type { User } from './user';
import { UserHistory } from './user-history';
import { canFund } from './user-modal';

function Profile({ user }: { user: User }) {
  const isAdmin = useIsAdmin();
  const history = useUrlHistorySearch();
  const modalPath = (mode: string): string => `${adminPaths.users}?modal=${mode}&user=${user.id}`;
  return (
    <>
      <PageHeader
        title={user.name}
        lead={`User #${user.id}, since ${formatDate(user.created_at)}`}
        actions={
          isAdmin && (
            <>
              <EndSessions userId={user.id} name={user.name} />
              <LinkButton to={modalPath('edit')}>Edit</LinkButton>
              {canFund(user, isAdmin) && (
                <LinkButton to={modalPath('fund')}>Fund Wallet</LinkButton>
              )}
            </>
          )
        }
      />
      <Flex vertical gap="middle">
        <Card>
          <Flex gap="large" wrap>
            <Statistic
              title="Balance"
              formatter={() => <PrivateMoney amount={user.balance} />}
              style={{ minWidth: 160 }}
            />
            <Descriptions
              column={{ xs: 1, sm: 2, xl: 3 }}
              size="small"
              style={{ flex: '1 1 320px' }}
              items={[
                { key: 'email', label: 'Email', children: user.email },
                { key: 'phone', label: 'Phone', children: user.phone ?? 'Not given' },
                {
                  key: 'status',
                  label: 'Status',
                  children: <StatusBadge status={user.status} />,
                },
                { key: 'role', label: 'Role', children: <RoleBadge role={user.role} /> },
                {
                  key: 'proxies',
                  label: 'Active proxies',
                  children: user.stats.active_proxies,
                },
              ]}
            />
          </Flex>
        </Card>
        <Card styles={{ body: { paddingTop: 4 } }}>
          <UserHistory userId={user.id} history={history} />
        </Card>
      </Flex>
    </>
  );
}

function LoadedProfile({ id }: { id: number }) {
  const query = useAdminGetUser(id, { query: { meta: { quiet: true } } });
  if (query.isPending)
    return (
      <Card>
        <Skeleton active paragraph={{ rows: 6 }} />
      </Card>
    );
  if (query.isError)
    return (
      <>
        <PageHeader title="User Profile" />
        <Card>
          <ErrorState
            title="This user could not be loaded"
            message={query.error.message}
            requestId={query.error.requestId}
            onRetry={() => void query.refetch()}
          />
        </Card>
      </>
    );
  return <Profile user={query.data.data.user} />;
}

export default function UserProfilePage() {
  const [params] = useUrlParams();
  const id = readId(params.get('id'));
  return (
    <>
      <LinkButton
        type="text"
        icon={<ArrowLeftOutlined aria-hidden />}
        to={adminPaths.users}
        style={{ marginInlineStart: -16 }}
      >
        Back to Users
      </LinkButton>
      {id === null ? (
        <>
          <PageHeader title="User Profile" />
          <Card>
            <Empty description="No user selected. Open a profile from User Management.">
              <LinkButton to={adminPaths.users}>User Management</LinkButton>
            </Empty>
          </Card>
        </>
      ) : (
        <LoadedProfile id={id} />
      )}
    </>
  );
}
