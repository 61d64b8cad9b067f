import ArrowLeftOutlined from '@ant-design/icons/ArrowLeftOutlined';
import { Card, Empty, Skeleton } from 'antd';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAdminGetUser } from '@/api/generated/admin-users';
import { useCan } from '@/api/use-can';
import { ErrorState } from '@/components/feedback/error-state';
import { PageHeader } from '@/components/layout/page-header';
import { LinkButton } from '@/components/ui/link-button';
import { adminPaths } from '@/lib/admin-paths';
import { readId, useUrlParams } from '@/lib/url-params';
import { usePageTitle } from '@/lib/use-page-title';
import { useUrlHistorySearch } from './use-history-search';
import type { User } from './user';
import { canOpen } from './user-modal';
import { UserOverview } from './user-overview';
import { useUserModal } from './use-user-modal';

const UserDialog = lazy(() => import('./user-dialog'));

function Profile({ user }: { user: User }) {
  const can = useCan();
  const history = useUrlHistorySearch();
  const [modal, dispatch] = useUserModal();
  const navigate = useNavigate();
  usePageTitle(user.name);
  return (
    <>
      <UserOverview
        user={user}
        Heading="h1"
        onAction={(mode) => dispatch({ type: 'open', mode, id: user.id })}
        history={history}
      />
      <Suspense>
        {modal?.id === user.id && canOpen(modal.mode, can) && (
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
