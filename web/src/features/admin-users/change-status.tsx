import { useAdminReactivateUser, useAdminSuspendUser } from '@/api/generated/admin-users';
import { useMessage } from '@/components/feedback/use-message';
import { ReasonForm } from '@/components/form/reason-form';
import type { User } from './user';

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
