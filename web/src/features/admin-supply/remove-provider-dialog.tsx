import { Typography } from 'antd';
import { useAdminRemoveProvider } from '@/api/generated/admin-supply';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import type { Provider } from './providers';
import { outcome } from '@/api/outcome';

export default function RemoveProviderDialog({
  provider,
  onClose,
}: {
  provider: Provider;
  onClose: () => void;
}) {
  const remove = useAdminRemoveProvider({
    mutation: outcome('The provider could not be removed', onClose),
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
