import {
  useChangeSubUser,
  useRemoveSubUser,
  useResetSubUserPassword,
} from '@/api/generated/proxies';
import { notify } from '@/components/feedback/notify';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import type { SubUser } from './sub-users-panel';

export type SubUserQuestionKind = 'password' | 'suspend' | 'remove';

const QUESTIONS: Record<
  SubUserQuestionKind,
  { title: string; confirm: string; busy: string; keep: string; text: string }
> = {
  password: {
    title: 'New password for',
    confirm: 'Replace it',
    busy: 'Replacing...',
    keep: 'Keep it',
    text: 'Their current password stops working at once and their open connections are closed. Give them the new connection line.',
  },
  suspend: {
    title: 'Suspend',
    confirm: 'Suspend',
    busy: 'Suspending...',
    keep: 'Cancel',
    text: 'Their open connections are closed, and they cannot connect until you resume them. Nobody else is affected.',
  },
  remove: {
    title: 'Remove',
    confirm: 'Remove',
    busy: 'Removing...',
    keep: 'Cancel',
    text: 'Their username and password stop working and their open connections are closed. What they used stays in the usage of this proxy.',
  },
};

interface SubUserQuestionProps {
  proxyId: number;
  subUser: SubUser;
  kind: SubUserQuestionKind;
  onClose: () => void;
}

/** Asks before a sub-user is cut off. */
export default function SubUserQuestion({ proxyId, subUser, kind, onClose }: SubUserQuestionProps) {
  const { name } = subUser;
  const done = (text: string) => () => {
    notify.success(text);
    onClose();
  };
  const reset = useResetSubUserPassword({
    mutation: {
      meta: { fallback: 'Failed to replace the password' },
      onSuccess: done(`${name} has a new password. Copy the connection line for them again.`),
    },
  });
  const change = useChangeSubUser({
    mutation: {
      meta: { fallback: 'Failed to suspend the sub-user' },
      onSuccess: done(`${name} is suspended.`),
    },
  });
  const remove = useRemoveSubUser({
    mutation: {
      meta: { fallback: 'Failed to remove the sub-user' },
      onSuccess: done(`${name} was removed.`),
    },
  });
  const target = { id: proxyId, subUserId: subUser.id };
  const confirm = (): void => {
    if (kind === 'password') return reset.mutate(target);
    if (kind === 'remove') return remove.mutate(target);
    const { daily_limit_gb, monthly_limit_gb } = subUser;
    change.mutate({ ...target, data: { daily_limit_gb, monthly_limit_gb, suspended: true } });
  };
  const { title, text, ...labels } = QUESTIONS[kind];
  return (
    <ConfirmDialog
      title={`${title} ${name}?`}
      {...labels}
      isBusy={reset.isPending || change.isPending || remove.isPending}
      onClose={onClose}
      onConfirm={confirm}
    >
      <p>{text}</p>
    </ConfirmDialog>
  );
}
