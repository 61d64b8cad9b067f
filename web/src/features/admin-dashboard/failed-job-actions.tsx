import { useDismissFailedJobs, useRetryFailedJobs } from '@/api/generated/admin-dashboard';
import type { FailedJobsDtoJob } from '@/api/generated/api.schemas';
import { useMessage } from '@/components/feedback/use-message';
import { AlertActions } from './alert-actions';

const CONSEQUENCES = {
  retry: 'All of these failed jobs run again.',
  dismiss: 'These failed jobs are deleted and the alert ends. What they had to do is not done.',
};

/** For admins: what to do about the failed jobs of an alert. */
export function FailedJobActions({ job }: { job: string }) {
  const message = useMessage();
  const mutation = {
    meta: { fallback: 'The failed jobs could not be changed' },
    onSuccess: ({ message: text }: { message?: string }): void => {
      message.success(text ?? 'Done.');
    },
  };
  const calls = {
    retry: useRetryFailedJobs({ mutation }),
    dismiss: useDismissFailedJobs({ mutation }),
  };
  return (
    <AlertActions
      title={`Failed jobs ${job}`}
      consequences={CONSEQUENCES}
      isBusy={calls.retry.isPending || calls.dismiss.isPending}
      onConfirm={(action, reason, close) =>
        calls[action].mutate(
          { data: { job: job as FailedJobsDtoJob, reason } },
          { onSuccess: close },
        )
      }
    />
  );
}
