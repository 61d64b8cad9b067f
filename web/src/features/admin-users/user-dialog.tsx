import type { ReactNode } from 'react';
import { useAdminGetUser } from '@/api/generated/hooks/admin-users/admin-users';
import { useIsAdmin } from '@/api/use-is-admin';
import { ErrorState } from '@/components/feedback/error-state';
import { Restricted } from '@/components/feedback/notice';
import { SkeletonRows } from '@/components/feedback/skeleton';
import { Dialog } from '@/components/ui/dialog';
import { AddUser } from './add-user';
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
};

interface UserDialogProps {
  modal: UserModal;
  /** As the list shows the user, until the server has told more. */
  listed: User | undefined;
  dispatch: (action: ModalAction) => void;
}

interface KnownUserProps {
  id: number;
  listed: User | undefined;
  children: (user: User) => ReactNode;
}

function KnownUser({ id, listed, children }: KnownUserProps) {
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
  if (query.isPending) return <SkeletonRows rows={5} label="Loading user" />;
  return children(query.data.data.user);
}

/** One dialog for everything that is done to a user. */
export default function UserDialog({ modal, listed, dispatch }: UserDialogProps) {
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
          <Restricted>The wallet of an admin cannot be funded.</Restricted>
        );
      case 'delete':
        return <DeleteUser user={user} onClose={close} />;
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
        <KnownUser id={modal.id} listed={listed}>
          {content}
        </KnownUser>
      )}
    </Dialog>
  );
}
