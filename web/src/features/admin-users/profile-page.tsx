import ArrowLeftOutlined from '@ant-design/icons/ArrowLeftOutlined';
import { Button, Card, Descriptions, Empty, Flex, Skeleton, Statistic, Tag } from 'antd';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAdminGetUser } from '@/api/generated/hooks/admin-users/admin-users';
import { useOwnId } from '@/api/use-own-id';
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
import { useUserModal } from './use-user-modal';
import { canFund, canOpen, statusMode, STATUS_VERBS } from './user-modal';
import { WalletCorrectionButton } from './wallet-correction-button';

const UserDialog = lazy(() => import('./user-dialog'));

function Profile({ user }: { user: User }) {
  const isAdmin = useIsAdmin();
  const history = useUrlHistorySearch();
  const status = statusMode(user, useOwnId());
  const [modal, dispatch] = useUserModal();
  const navigate = useNavigate();
  const open = (mode: 'edit' | 'fund' | 'suspend' | 'reactivate' | 'delete') => () =>
    dispatch({ type: 'open', mode, id: user.id });
  return (
    <>
      <PageHeader
        title={user.name}
        lead={`User #${user.id}, since ${formatDate(user.created_at)}`}
        actions={
          isAdmin && (
            <>
              <EndSessions userId={user.id} name={user.name} />
              <Button onClick={open('edit')}>Edit</Button>
              {canFund(user, isAdmin) && <Button onClick={open('fund')}>Fund Wallet</Button>}
              {status && (
                <Button danger={status === 'suspend'} onClick={open(status)}>
                  {STATUS_VERBS[status]}
                </Button>
              )}
              <WalletCorrectionButton user={user} />
              <Button danger onClick={open('delete')}>
                Delete
              </Button>
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
                {
                  key: 'email',
                  label: 'Email',
                  children: (
                    <>
                      {user.email}&nbsp;
                      {!user.email_verified_at && <Tag color="warning">Unverified</Tag>}
                    </>
                  ),
                },
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
      <Suspense>
        {modal?.id === user.id && canOpen(modal.mode, isAdmin) && (
          <UserDialog
            key={modal.mode}
            modal={modal}
            listed={user}
            dispatch={dispatch}
            onDeleted={() => void navigate(adminPaths.users)}
          />
        )}
      </Suspense>
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
