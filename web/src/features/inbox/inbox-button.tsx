import BellOutlined from '@ant-design/icons/BellOutlined';
import { Badge, Button } from 'antd';
import { lazy, Suspense, useRef, useState } from 'react';
import { useUnreadCount } from './use-unread-count';

const loadDrawer = () => import('./inbox-drawer');
const InboxDrawer = lazy(loadDrawer);

interface InboxButtonProps {
  /** The side of the screen that the drawer comes from. */
  placement: 'left' | 'right';
}

/** The bell with the number of unread notifications, and the drawer that lists them. */
export function InboxButton({ placement }: InboxButtonProps) {
  const unread = useUnreadCount();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);

  // A failure shows when the drawer is opened.
  const preload = (): void => void loadDrawer().catch(() => undefined);
  const open = (): void => {
    setOpened(true);
    setOpen(true);
  };
  // After a navigation the new page already has the focus.
  const returnFocus = (): void => {
    if (!document.getElementById('main')?.contains(document.activeElement)) button.current?.focus();
  };

  return (
    <>
      <Button
        ref={button}
        type="text"
        aria-label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        icon={
          // Inside the button, whose name tells the number.
          <Badge
            count={unread}
            size="small"
            // White on the red of the dark theme is hard to read.
            styles={{ indicator: { color: 'var(--on-danger)' } }}
          >
            <BellOutlined aria-hidden="true" style={{ fontSize: 18 }} />
          </Badge>
        }
        onPointerEnter={preload}
        onFocus={preload}
        onClick={open}
      />
      {wasOpened && (
        <Suspense>
          <InboxDrawer
            isOpen={isOpen}
            placement={placement}
            onClose={() => setOpen(false)}
            onClosed={returnFocus}
          />
        </Suspense>
      )}
    </>
  );
}
