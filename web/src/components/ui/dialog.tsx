// The component; its static methods, which the rule is about, stay unused.
// eslint-disable-next-line no-restricted-imports
import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { useFocusReturn } from '@/lib/use-focus-return';

interface DialogProps {
  title: string;
  width: number;
  onClose: () => void;
  footer?: ReactNode;
  children: ReactNode;
}

/** Mounted means open. Escape, the cross and a click outside all close it, and the focus goes back. */
export function Dialog({ title, width, onClose, footer = null, children }: DialogProps) {
  useFocusReturn();
  return (
    <Modal
      open
      title={title}
      width={width}
      style={{ top: 'min(80px, 6vh)' }}
      onCancel={onClose}
      footer={footer}
      closable={{ 'aria-label': 'Close dialog' }}
    >
      {children}
    </Modal>
  );
}
