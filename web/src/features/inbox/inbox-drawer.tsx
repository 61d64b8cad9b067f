import { Button, Drawer } from 'antd';
import { useMarkNotificationsRead } from '@/api/generated/notifications';
import { useRef } from 'react';
import { InboxList } from './inbox-list';
import { useUnreadCount } from './use-unread-count';

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

interface InboxDrawerProps {
  isOpen: boolean;
  placement: 'left' | 'right';
  onClose: () => void;
  onClosed: () => void;
}

export default function InboxDrawer({ isOpen, placement, onClose, onClosed }: InboxDrawerProps) {
  const list = useRef<HTMLDivElement>(null);
  const unread = useUnreadCount();
  return (
    <Drawer
      open={isOpen}
      title="Notifications"
      placement={placement}
      size="min(400px, 100vw)"
      closable={{ placement: 'end', 'aria-label': 'Close notifications' }}
      destroyOnHidden
      focusable={{ focusTriggerAfterClose: false }}
      // As high with the button as without.
      styles={{ header: { minHeight: 61 }, body: { padding: 0 } }}
      extra={unread > 0 && <MarkAllRead onMarked={() => list.current?.focus()} />}
      onClose={onClose}
      afterOpenChange={(open) => {
        if (!open) onClosed();
      }}
    >
      <p className="visually-hidden" role="status">
        {unread > 0 ? `${unread} unread` : 'No unread notifications'}
      </p>
      <InboxList ref={list} onFollow={onClose} />
    </Drawer>
  );
}
