// The component only; its static methods, which the rule forbids, are not used.
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

/**
 * Open while mounted. Escape, the close button and a click outside close it; the focus returns to
 * the opening element.
 */
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
