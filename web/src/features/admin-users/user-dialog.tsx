import { FormActions } from '@/components/form/form-actions';
import { Button, Flex, Form, Typography, Alert, Skeleton } from 'antd';
import {
  useAdminCreateUser,
  useAdminReactivateUser,
  useAdminSuspendUser,
  useAdminEndSessions,
  useAdminResetCustomerTwoFactor,
  useAdminGetUser,
  useAdminViewAsUser,
} from '@/api/generated/admin-users';
import type { CreateUserDto, StaffViewData } from '@/api/generated/api.schemas';
import { useMessage } from '@/components/feedback/use-message';
import { AppForm } from '@/components/form/app-form';
import { UserFields } from './user-fields';
import { addedUserMessage, failureMessage } from './user-messages';
import { ADD_REQUIRED, type UserFormValues } from './user-validation';
import { ReasonForm } from '@/components/form/reason-form';
import type { User } from './user';
import { type ReactNode, useState } from 'react';
import { useCan } from '@/api/use-can';
import { ErrorState } from '@/components/feedback/error-state';
import { Dialog } from '@/components/ui/dialog';
import { LinkButton } from '@/components/ui/link-button';
import { adminUserPath } from '@/lib/admin-paths';
import { DeleteUser } from './delete-user';
import { EditUser } from './edit-user';
import { FundWallet } from './fund-wallet';
import { useLocalHistorySearch } from './use-history-search';
import { canFund, type ModalAction, type Mode, type UserModal } from './user-modal';
import { UserOverview } from './user-overview';
import { WalletCorrectionForm } from './wallet-correction-form';
import { outcome } from '@/api/outcome';
import { nameWithEmail } from '@/lib/text';
import { openStaffView } from '@/api/staff-view';

/** Shows the shop as the customer sees it, in a tab of its own. */
function ViewAs({ user, onClose }: { user: User; onClose: () => void }) {
  const [blocked, setBlocked] = useState<StaffViewData | null>(null);
  const show = (view: StaffViewData): void => {
    if (openStaffView(view)) onClose();
    else setBlocked(view);
  };
  const view = useAdminViewAsUser({
    mutation: {
      meta: { fallback: 'The account could not be opened' },
      onSuccess: ({ data }) => show(data),
    },
  });
  if (blocked)
    return (
      <>
        <Typography.Paragraph>
          Your browser did not open a new tab. The view of {user.name} is ready.
        </Typography.Paragraph>
        <Flex justify="end" gap="small">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="primary" onClick={() => show(blocked)}>
            Open in a new tab
          </Button>
        </Flex>
      </>
    );
  return (
    <ReasonForm
      verb="View as customer"
      about={nameWithEmail(user)}
      consequence="A new tab shows the shop as this customer sees it, for 15 minutes. You can look at everything, without passwords, and change nothing."
      isBusy={view.isPending}
      onConfirm={(reason) => view.mutate({ id: user.id, data: { reason } })}
      onCancel={onClose}
    />
  );
}

const BLANK: UserFormValues = { name: '', email: '', password: '', status: 'active', role: 'user' };

export function AddUser({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<UserFormValues>();
  const message = useMessage();
  const add = useAdminCreateUser({
    mutation: {
      meta: { quiet: true },
      onSuccess: ({ message: text, data }) => {
        if ('proposal' in data) message.info(text);
        else message.success(addedUserMessage(text, data.created_by.admin_name));
        onClose();
      },
      onError: (error) => message.error(failureMessage('Failed to add user', error)),
    },
  });

  const submit = ({ name, email, password, status, role }: UserFormValues): void => {
    if (add.isPending) return;
    add.mutate({
      data: {
        name: name.trim(),
        email: email.trim(),
        password: password.trim(),
        status: status as CreateUserDto['status'],
        role: role as CreateUserDto['role'],
      },
    });
  };

  return (
    <AppForm
      form={form}
      label="Add user"
      initialValues={BLANK}
      serverErrors={add.error?.fieldErrors}
      onSubmit={submit}
      onInvalid={(errors) => errors.forEach(message.error)}
    >
      <UserFields requiredMessage={ADD_REQUIRED} withPassword />
      <FormActions onCancel={onClose} isBusy={add.isPending} busy="Adding...">
        Add User
      </FormActions>
    </AppForm>
  );
}

const VERBS = { suspend: 'Suspend', reactivate: 'Reactivate' } as const;

interface ChangeStatusProps {
  user: User;
  mode: 'suspend' | 'reactivate';
  onClose: () => void;
}

/** Suspends or reactivates an account, with a reason for the audit trail. */
export function ChangeStatus({ user, mode, onClose }: ChangeStatusProps) {
  const message = useMessage();
  const mutation = {
    meta: { fallback: 'Failed to update user' },
    onSuccess: ({ message: text, data }: { message: string; data: object }): void => {
      if ('proposal' in data) message.info(text);
      else message.success(text);
      onClose();
    },
  };
  const suspend = useAdminSuspendUser({ mutation });
  const reactivate = useAdminReactivateUser({ mutation });
  const change = mode === 'suspend' ? suspend : reactivate;
  return (
    <ReasonForm
      verb={`${VERBS[mode]} ${user.name}`}
      about={nameWithEmail(user)}
      consequence={
        mode === 'suspend'
          ? `${user.email} is signed out everywhere and cannot sign in, and all proxies of the account stop working at once. The wallet keeps its balance.`
          : `${user.email} can sign in again, and the proxies that stopped with the account work again.`
      }
      isDangerous={mode === 'suspend'}
      isBusy={change.isPending}
      onConfirm={(reason) => change.mutate({ id: user.id, data: { reason } })}
      onCancel={onClose}
    />
  );
}

/** Signs a user out on every device. */
export function EndSessions({ user, onClose }: { user: User; onClose: () => void }) {
  const end = useAdminEndSessions({
    mutation: outcome('The sessions could not be ended', onClose),
  });
  return (
    <>
      <Typography.Paragraph>
        {user.name} ({user.email}) is signed out on every device at once and has to sign in again.
        The proxies keep working and the money is not affected.
      </Typography.Paragraph>
      <Flex justify="end" gap="small">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          danger
          type="primary"
          disabled={end.isPending}
          onClick={() => end.mutate({ id: user.id })}
        >
          {end.isPending ? 'Ending...' : 'End Sessions'}
        </Button>
      </Flex>
    </>
  );
}

/** For a customer who lost both the authenticator app and the recovery codes. */
export function ResetTwoFactor({ user, onClose }: { user: User; onClose: () => void }) {
  const reset = useAdminResetCustomerTwoFactor({
    mutation: outcome('Two-factor authentication could not be reset', onClose),
  });
  return (
    <ReasonForm
      verb="Reset two-factor authentication"
      about={nameWithEmail(user)}
      consequence={`${user.email} is signed out everywhere and can sign in with only the password. First make sure that the person who asks owns the account: whoever has the password can use it afterwards.`}
      isDangerous
      isBusy={reset.isPending}
      onConfirm={(reason) => reset.mutate({ id: user.id, data: { reason } })}
      onCancel={onClose}
    />
  );
}

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
  'view-as': 'View as Customer',
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
  const can = useCan();
  const close = (): void => dispatch({ type: 'close' });
  const content = (user: User): ReactNode => {
    switch (modal.mode) {
      case 'edit':
        return <EditUser user={user} onClose={close} />;
      case 'fund':
        return canFund(user, can) ? (
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
      case 'view-as':
        return <ViewAs user={user} onClose={close} />;
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
