import { Alert, Typography } from 'antd';
import { useDeleteAccount } from '@/api/generated/profile';
import { session } from '@/api/session';
import { useMessage } from '@/components/feedback/use-message';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';

/** Ends the account after a question. The server asks for a recent sign-in. */
export function DeleteAccount({ onClose }: { onClose: () => void }) {
  const notify = useMessage();
  const deletion = useDeleteAccount({
    mutation: {
      meta: { fallback: 'Failed to delete your account', quiet: true },
      onSuccess: ({ message }) => {
        notify.success(message);
        session.logout();
      },
    },
  });
  return (
    <ConfirmDialog
      title="Delete your account?"
      confirm="Delete account"
      busy="Deleting..."
      keep="Keep my account"
      isBusy={deletion.isPending}
      onConfirm={() => deletion.mutate()}
      onClose={onClose}
    >
      <Typography.Paragraph>
        All your proxies stop at once; unused traffic and time are lost and not refunded. Sessions,
        API keys and webhooks end. Records of payments are kept, without your name, and a hash of
        your email address, so that codes and invitations for new customers are used once.
      </Typography.Paragraph>
      {deletion.error && (
        <Alert type="error" showIcon title={deletion.error.message} style={{ marginBottom: 16 }} />
      )}
    </ConfirmDialog>
  );
}
