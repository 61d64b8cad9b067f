import { Button, Flex, Typography } from 'antd';
import { useState } from 'react';
import { useAdminEndSessions } from '@/api/generated/hooks/admin-users/admin-users';
import { useMessage } from '@/components/feedback/use-message';
import { Dialog } from '@/components/ui/dialog';

interface EndSessionsProps {
  userId: number;
  name: string;
}

function EndSessionsDialog({ userId, name, onClose }: EndSessionsProps & { onClose: () => void }) {
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
    <Dialog
      title={`End all sessions of ${name}`}
      width={480}
      onClose={onClose}
      footer={
        <Flex justify="end" gap="small">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            danger
            type="primary"
            disabled={end.isPending}
            onClick={() => end.mutate({ id: userId })}
          >
            {end.isPending ? 'Ending...' : 'End Sessions'}
          </Button>
        </Flex>
      }
    >
      <Typography.Paragraph>
        They are signed out on every device at once and have to sign in again. Their proxies keep
        working and their money is not affected.
      </Typography.Paragraph>
    </Dialog>
  );
}

/** Signs a user out on every device. */
export function EndSessions(user: EndSessionsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>End Sessions</Button>
      {isOpen && <EndSessionsDialog {...user} onClose={() => setOpen(false)} />}
    </>
  );
}
