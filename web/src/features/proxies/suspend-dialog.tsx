import { useSuspendProxy } from '@/api/generated/proxies';
import { notify } from '@/components/feedback/notify';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';

/** Asks before a proxy is taken out of service by its owner. */
export default function SuspendDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const suspend = useSuspendProxy({
    mutation: {
      meta: { fallback: 'The proxy could not be suspended' },
      onSuccess: () => {
        notify.success(`Proxy #${id} is suspended.`);
        onClose();
      },
    },
  });
  return (
    <ConfirmDialog
      title={`Suspend proxy #${id}?`}
      confirm="Suspend it"
      busy="Suspending..."
      isBusy={suspend.isPending}
      onConfirm={() => suspend.mutate({ id })}
      onClose={onClose}
    >
      <p>
        Its open connections are closed, and it’s off until you resume it. Its expiry date and
        automatic renewal don’t change.
      </p>
    </ConfirmDialog>
  );
}
