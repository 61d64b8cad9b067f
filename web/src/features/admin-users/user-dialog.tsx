import { Alert, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useAdminGetUser } from '@/api/generated/hooks/admin-users/admin-users';
import { useIsAdmin } from '@/api/use-is-admin';
import { ErrorState } from '@/components/feedback/error-state';
import { Dialog } from '@/components/ui/dialog';
import { AddUser } from './add-user';
import { ChangeStatus } from './change-status';
import { DeleteUser } from './delete-user';
import { EditUser } from './edit-user';
import { FundWallet } from './fund-wallet';
import type { User } from './user';
import { canFund, type ModalAction, type Mode, type UserModal } from './user-modal';
import { UserProfile, UserDetails } from './user-details';

const TITLES: Record<Mode, string> = {
  view: 'User Details',
  edit: 'Edit User',
  add: 'Add User',
  delete: 'Delete User',
  fund: 'Fund Wallet',
  profile: 'User Profile',
  suspend: 'Suspend User',
  reactivate: 'Reactivate User',
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
      case 'profile':
        return <UserProfile user={user} />;
      case 'view':
      case 'add':
        return (
          <UserDetails
            user={user}
            onOpen={(mode) => dispatch({ type: 'open', mode, id: user.id })}
            onClose={close}
          />
        );
    }
  };
  return (
    <Dialog
      title={TITLES[modal.mode]}
      width={modal.mode === 'profile' ? 960 : modal.mode === 'view' ? 640 : 560}
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
