import { useDismissParkedNotices, useRetryParkedNotices } from '@/api/generated/admin-payments';
import { useMessage } from '@/components/feedback/use-message';
import { AlertActions } from './alert-actions';

const CONSEQUENCES = {
  retry: 'All of these notifications are tried again within a minute, many times if need be.',
  dismiss:
    'These notifications are closed and the alert ends. No money moves: what they announced, such as a refund, is not booked.',
};

/** For admins: what to do about notifications of the card provider that had no result. */
export function ParkedNoticeActions() {
  const message = useMessage();
  const mutation = {
    meta: { fallback: 'The notifications could not be changed' },
    onSuccess: ({ message: text }: { message?: string }): void => {
      message.success(text ?? 'Done.');
    },
  };
  const calls = {
    retry: useRetryParkedNotices({ mutation }),
    dismiss: useDismissParkedNotices({ mutation }),
  };
  return (
    <AlertActions
      title="Notifications without a result"
      consequences={CONSEQUENCES}
      isBusy={calls.retry.isPending || calls.dismiss.isPending}
      onConfirm={(action, reason, close) =>
        calls[action].mutate({ data: { reason } }, { onSuccess: close })
      }
    />
  );
}
