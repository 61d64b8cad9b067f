import { Typography } from 'antd';
import { useAdminRemoveProvider } from '@/api/generated/admin-supply';
import { useMessage } from '@/components/feedback/use-message';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import type { Provider } from './providers';

export default function RemoveProviderDialog({
  provider,
  onClose,
}: {
  provider: Provider;
  onClose: () => void;
}) {
  const message = useMessage();
  const remove = useAdminRemoveProvider({
    mutation: {
      meta: { fallback: 'The provider could not be removed' },
      onSuccess: ({ message: text }) => {
        if (text) message.success(text);
        onClose();
      },
    },
  });
  return (
    <ConfirmDialog
      title={`Remove ${provider.name}?`}
      confirm="Remove provider"
      busy="Removing..."
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ id: provider.id })}
      onClose={onClose}
    >
      <Typography.Paragraph>
        The key is deleted here; your account at the provider stays as it is. An account through
        which something was bought cannot be removed: disable it instead.
      </Typography.Paragraph>
    </ConfirmDialog>
  );
}
