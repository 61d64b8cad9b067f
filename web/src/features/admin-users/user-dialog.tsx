import { Alert, Button, Flex, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useAdminGetUser } from '@/api/generated/admin-users';
import { useIsAdmin } from '@/api/use-is-admin';
import { ErrorState } from '@/components/feedback/error-state';
import { Dialog } from '@/components/ui/dialog';
import { LinkButton } from '@/components/ui/link-button';
import { adminUserPath } from '@/lib/admin-paths';
import { AddUser } from './add-user';
import { ChangeStatus } from './change-status';
import { DeleteUser } from './delete-user';
import { EditUser } from './edit-user';
import { EndSessions } from './end-sessions';
import { FundWallet } from './fund-wallet';
import { ResetTwoFactor } from './reset-two-factor';
import { useLocalHistorySearch } from './use-history-search';
import type { User } from './user';
import { canFund, type ModalAction, type Mode, type UserModal } from './user-modal';
import { UserOverview } from './user-overview';
import { WalletCorrectionForm } from './wallet-correction-form';

const TITLES: Record<Mode, string> = {
  view: 'User Details',
  edit: 'Edit User',
  add: 'Add User',
  delete: 'Delete User',
  fund: 'Fund Wallet',
  profile: 'User Profile',
  suspend: 'Suspend User',
  reactivate: 'Reactivate User',
  correct: 'Correct Wallet',
  'end-sessions': 'End Sessions',
  'reset-two-factor': 'Reset Two-factor Authentication',
};

interface UserDialogProps {
  modal: UserModal;
  /** The row of the list, shown until the user is loaded. */
  listed: User | undefined;
  dispatch: (action: ModalAction) => void;
  /** Instead of closing, after the user was deleted. */
  onDeleted?: () => void;
}

interface LoadedUserProps {
  id: number;
  listed: User | undefined;
  children: (user: User) => ReactNode;
}

function LoadedUser({ id, listed, children }: LoadedUserProps) {
  const query = useAdminGetUser(id, {
    query: {
      placeholderData: listed && { success: true, data: { user: listed } },
      meta: { quiet: true },
    },
  });
  if (query.isError) {
    return (
      <ErrorState
        title="This user could not be loaded"
        message={query.error.message}
        requestId={query.error.requestId}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (query.isPending) return <Skeleton active paragraph={{ rows: 5 }} />;
  return children(query.data.data.user);
}

interface OverviewProps {
  user: User;
  mode: 'view' | 'profile';
  dispatch: (action: ModalAction) => void;
}

/** The content of the user's page, in `profile` with the history. */
function Overview({ user, mode, dispatch }: OverviewProps) {
  const history = useLocalHistorySearch();
  const open = (next: Exclude<Mode, 'add'>): void =>
    dispatch({ type: 'open', mode: next, id: user.id });
  return (
    <>
      <UserOverview
        user={user}
        Heading="h2"
        onAction={open}
        history={mode === 'profile' ? history : undefined}
      />
      <Flex justify="end" gap="small" wrap style={{ marginTop: 16 }}>
        {mode === 'view' && <Button onClick={() => open('profile')}>Profile</Button>}
        <LinkButton to={adminUserPath(user.id)}>Open page</LinkButton>
        <Button type="primary" onClick={() => dispatch({ type: 'close' })}>
          Close
        </Button>
      </Flex>
    </>
  );
}

/** One dialog for all modes: view, edit, add, delete, fund and profile. */
export default function UserDialog({ modal, listed, dispatch, onDeleted }: UserDialogProps) {
  const isAdmin = useIsAdmin();
  const close = (): void => dispatch({ type: 'close' });
  const content = (user: User): ReactNode => {
    switch (modal.mode) {
      case 'edit':
        return <EditUser user={user} onClose={close} />;
      case 'fund':
        return canFund(user, isAdmin) ? (
          <FundWallet user={user} onClose={close} />
        ) : (
          <Alert type="info" role="note" showIcon title="The wallet of staff cannot be funded." />
        );
      case 'delete':
        return <DeleteUser user={user} onClose={close} onDeleted={onDeleted ?? close} />;
      case 'suspend':
      case 'reactivate':
        return <ChangeStatus user={user} mode={modal.mode} onClose={close} />;
      case 'correct':
        return <WalletCorrectionForm user={user} onClose={close} />;
      case 'end-sessions':
        return <EndSessions user={user} onClose={close} />;
      case 'reset-two-factor':
        return <ResetTwoFactor user={user} onClose={close} />;
      case 'view':
      case 'profile':
        return <Overview user={user} mode={modal.mode} dispatch={dispatch} />;
      case 'add':
        return null;
    }
  };
  return (
    <Dialog
      title={TITLES[modal.mode]}
      width={modal.mode === 'profile' || modal.mode === 'view' ? 960 : 560}
      onClose={close}
    >
      {modal.mode === 'add' ? (
        <AddUser onClose={close} />
      ) : (
        <LoadedUser id={modal.id} listed={listed}>
          {content}
        </LoadedUser>
      )}
    </Dialog>
  );
}
