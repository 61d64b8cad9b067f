import { Drawer } from 'antd';
import type { ReactNode } from 'react';

interface ShellDrawerProps {
  isOpen: boolean;
  onClose: () => void;
  onClosed: () => void;
  children: ReactNode;
}

/** The menu on a phone. */
export default function ShellDrawer({ isOpen, onClose, onClosed, children }: ShellDrawerProps) {
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      placement="left"
      size="min(320px, calc(100vw - 40px))"
      closable={false}
      destroyOnHidden
      aria-label="Menu"
      styles={{ body: { padding: 0 } }}
      focusable={{ focusTriggerAfterClose: false }}
      afterOpenChange={(open) => {
        if (!open) onClosed();
      }}
    >
      {children}
    </Drawer>
  );
}
