import { Button, Flex, Typography } from 'antd';
import { useAdminEndSessions } from '@/api/generated/admin-users';
import { useMessage } from '@/components/feedback/use-message';
import type { User } from './user';

/** Signs a user out on every device. */
export function EndSessions({ user, onClose }: { user: User; onClose: () => void }) {
  const message = useMessage();
  const end = useAdminEndSessions({
    mutation: {
      meta: { fallback: 'The sessions could not be ended' },
      onSuccess: ({ message: text }) => {
        message.success(text);
        onClose();
      },
    },
  });
  return (
    <>
      <Typography.Paragraph>
        {user.name} ({user.email}) is signed out on every device at once and has to sign in again.
        The proxies keep working and the money is not affected.
      </Typography.Paragraph>
      <Flex justify="end" gap="small">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          danger
          type="primary"
          disabled={end.isPending}
          onClick={() => end.mutate({ id: user.id })}
        >
          {end.isPending ? 'Ending...' : 'End Sessions'}
        </Button>
      </Flex>
    </>
  );
}
