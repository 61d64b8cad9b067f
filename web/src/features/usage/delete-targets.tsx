import { useDeleteUsageTargets } from '@/api/generated/proxies';
import { notify } from '@/components/feedback/notify';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';

/** Asks before what was counted by host is deleted. */
export default function DeleteTargets({ onClose }: { onClose: () => void }) {
  const remove = useDeleteUsageTargets({
    mutation: {
      meta: { fallback: 'The usage by host could not be deleted' },
      onSuccess: notify.thenGoOn(onClose),
    },
  });
  return (
    <ConfirmDialog
      title="Delete the usage by host?"
      confirm="Delete"
      busy="Deleting..."
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>This deletes what was counted so far, for all your proxies. Your total usage stays.</p>
    </ConfirmDialog>
  );
}
