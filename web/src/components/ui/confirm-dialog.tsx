import { Button, Flex } from 'antd';
import type { ReactNode } from 'react';
import { Dialog } from './dialog';

interface ConfirmDialogProps {
  /** A question. */
  title: string;
  width?: number;
  /** Label of the button that changes nothing and has the focus. */
  keep?: string;
  confirm: string;
  /** Label of the confirming button while `isBusy`. */
  busy?: string;
  isBusy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** What it means and what cannot be undone. */
  children: ReactNode;
}

/** Asks before something is taken away. Open while mounted. */
export function ConfirmDialog({
  title,
  width = 440,
  keep = 'Keep it',
  confirm,
  busy = confirm,
  isBusy = false,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  return (
    <Dialog title={title} width={width} onClose={onClose}>
      {children}
      <Flex justify="end" gap="small">
        <Button autoFocus onClick={onClose}>
          {keep}
        </Button>
        <Button danger type="primary" disabled={isBusy} onClick={onConfirm}>
          {isBusy ? busy : confirm}
        </Button>
      </Flex>
    </Dialog>
  );
}
