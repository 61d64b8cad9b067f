import { Button, Flex, Typography } from 'antd';
import { useRemoveApiKey } from '@/api/generated/hooks/integrations/integrations';
import { useMessage } from '@/components/feedback/use-message';
import { Dialog } from '@/components/ui/dialog';
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
    <Dialog title="Revoke this API key?" width={440} onClose={onClose}>
      <Typography.Paragraph>
        Programs that use <strong>{apiKey.name}</strong> ({apiKey.prefix}…) stop working at once.
        What they bought stays yours. A revoked key cannot be brought back.
      </Typography.Paragraph>
      <Flex justify="end" gap="small">
        <Button autoFocus onClick={onClose}>
          Keep it
        </Button>
        <Button
          danger
          type="primary"
          disabled={remove.isPending}
          onClick={() => remove.mutate({ id: apiKey.id })}
        >
          {remove.isPending ? 'Revoking...' : 'Revoke key'}
        </Button>
      </Flex>
    </Dialog>
  );
}
