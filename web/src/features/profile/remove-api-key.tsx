import { Typography } from 'antd';
import { useRemoveApiKey } from '@/api/generated/integrations';
import { useMessage } from '@/components/feedback/use-message';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import type { ApiKey } from './api-key';

export function RemoveApiKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const notify = useMessage();
  const remove = useRemoveApiKey({
    mutation: {
      meta: { fallback: 'Failed to revoke the API key' },
      onSuccess: ({ message }) => {
        notify.success(message);
        onClose();
      },
    },
  });
  return (
    <ConfirmDialog
      title="Revoke this API key?"
      confirm="Revoke key"
      busy="Revoking..."
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ id: apiKey.id })}
      onClose={onClose}
    >
      <Typography.Paragraph>
        Programs that use <strong>{apiKey.name}</strong> ({apiKey.prefix}…) stop working at once.
        List addresses that it created end with it. What they bought stays yours. A revoked key
        cannot be brought back.
      </Typography.Paragraph>
    </ConfirmDialog>
  );
}
