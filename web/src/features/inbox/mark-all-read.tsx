import { Button } from 'antd';
import { useMarkNotificationsRead } from '@/api/generated/notifications';

interface MarkAllReadProps {
  /** The button is about to disappear, and the focus with it. */
  onMarked: () => void;
}

export function MarkAllRead({ onMarked }: MarkAllReadProps) {
  const mark = useMarkNotificationsRead({
    mutation: {
      onSuccess: onMarked,
      meta: { fallback: 'Failed to mark the notifications as read' },
    },
  });
  return (
    <Button
      type="text"
      size="small"
      loading={mark.isPending}
      onClick={() => mark.mutate({ data: {} })}
    >
      Mark all as read
    </Button>
  );
}
