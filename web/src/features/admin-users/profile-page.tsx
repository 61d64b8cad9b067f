import { useAdminGetUser } from '@/api/generated/hooks/admin-users/admin-users';
import { useIsAdmin } from '@/api/use-is-admin';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { SkeletonRows } from '@/components/feedback/skeleton';
import { PrivateMoney } from '@/components/format/private-money';
import { RoleBadge } from '@/components/format/role-badge';
import { StatusBadge } from '@/components/format/status-badge';
import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/layout/panel';
import { ButtonLink } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { adminPaths } from '@/lib/admin-paths';
import { formatDate } from '@/lib/date';
import { readId, useUrlParams } from '@/lib/url-params';
import styles from './profile-page.module.css';
import { useUrlHistorySearch } from './use-history-search';
import type { User } from './user';
import { UserHistory } from './user-history';
import { canFund } from './user-modal';

function BackToUsers() {
  return (
    <ButtonLink look="quiet" className={styles.back} to={adminPaths.users}>
      <Icon name="arrowLeft" size={16} /> Back to Users
    </ButtonLink>
  );
}

function Profile({ user }: { user: User }) {
  const isAdmin = useIsAdmin();
  const history = useUrlHistorySearch();
  const act = (mode: string): string => `${adminPaths.users}?modal=${mode}&user=${user.id}`;
  return (
    <>
      <PageHeader
        title={user.name}
        lead={`User #${user.id}, since ${formatDate(user.created_at)}`}
        actions={
          isAdmin && (
            <>
              <ButtonLink to={act('edit')}>Edit</ButtonLink>
              {canFund(user, isAdmin) && <ButtonLink to={act('fund')}>Fund Wallet</ButtonLink>}
            </>
          )
        }
      />
      <dl className={styles.card}>
        <div className={styles.balance}>
          <dt>Balance</dt>
          <dd>
            <PrivateMoney amount={user.balance} />
          </dd>
        </div>
        <div>
          <dt>Email</dt>
          <dd>{user.email}</dd>
        </div>
        <div>
          <dt>Phone</dt>
          <dd>{user.phone ?? 'Not given'}</dd>
        </div>
        <div>
          <dt>Status</dt>
          <dd>
            <StatusBadge status={user.status} />
          </dd>
        </div>
        <div>
          <dt>Role</dt>
          <dd>
            <RoleBadge role={user.role} />
          </dd>
        </div>
        <div>
          <dt>Active proxies</dt>
          <dd>{user.stats.active_proxies}</dd>
        </div>
      </dl>
      <UserHistory userId={user.id} history={history} />
    </>
  );
}

function Known({ id }: { id: number }) {
  const query = useAdminGetUser(id, { query: { meta: { quiet: true } } });
  if (query.isPending)
    return (
      <Panel flush>
        <SkeletonRows rows={6} label="Loading user" />
      </Panel>
    );
  if (query.isError)
    return (
      <>
        <PageHeader title="User Profile" />
        <Panel flush>
          <ErrorState
            title="This user could not be loaded"
            message={query.error.message}
            requestId={query.error.requestId}
            onRetry={() => void query.refetch()}
          />
        </Panel>
      </>
    );
  return <Profile user={query.data.data.user} />;
}

export default function UserProfilePage() {
  const [params] = useUrlParams();
  const id = readId(params.get('id'));
  return (
    <>
      <BackToUsers />
      {id === null ? (
        <>
          <PageHeader title="User Profile" />
          <Panel flush>
            <EmptyState
              icon="user"
              title="No user chosen"
              hint="Open a profile from User Management."
              action={<ButtonLink to={adminPaths.users}>User Management</ButtonLink>}
            />
          </Panel>
        </>
      ) : (
        <Known id={id} />
      )}
    </>
  );
}
