import { Button, Flex } from 'antd';
import { useState } from 'react';
import {
  useDismissFailedJobs,
  useRetryFailedJobs,
} from '@/api/generated/hooks/admin-dashboard/admin-dashboard';
import type { FailedJobsDtoJob } from '@/api/generated/hooks/model/failedJobsDtoJob';
import { ReasonForm } from '@/components/form/reason-form';
import { useMessage } from '@/components/feedback/use-message';
import { Dialog } from '@/components/ui/dialog';

const ACTIONS = {
  retry: { verb: 'Try again', consequence: 'All of these failed jobs run again.' },
  dismiss: {
    verb: 'Dismiss',
    consequence:
      'These failed jobs are deleted and the alert ends. What they had to do is not done.',
  },
};

/** For admins: what to do about the failed jobs of an alert. */
export function FailedJobActions({ job }: { job: string }) {
  const message = useMessage();
  const [action, setAction] = useState<keyof typeof ACTIONS | null>(null);
  const close = (): void => setAction(null);
  const mutation = {
    meta: { fallback: 'The failed jobs could not be changed' },
    onSuccess: ({ message: text }: { message?: string }): void => {
      message.success(text ?? 'Done.');
      close();
    },
  };
  const calls = {
    retry: useRetryFailedJobs({ mutation }),
    dismiss: useDismissFailedJobs({ mutation }),
  };
  return (
    <Flex gap="small">
      {(['retry', 'dismiss'] as const).map((name) => (
        <Button key={name} size="small" aria-haspopup="dialog" onClick={() => setAction(name)}>
          {ACTIONS[name].verb}
        </Button>
      ))}
      {action && (
        <Dialog title={`Failed jobs ${job}`} width={520} onClose={close}>
          <ReasonForm
            {...ACTIONS[action]}
            isDangerous={action === 'dismiss'}
            isBusy={calls[action].isPending}
            onConfirm={(reason) =>
              calls[action].mutate({ data: { job: job as FailedJobsDtoJob, reason } })
            }
            onCancel={close}
          />
        </Dialog>
      )}
    </Flex>
  );
}
