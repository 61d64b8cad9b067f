import { Button, Flex } from 'antd';
import type { ReactNode } from 'react';

interface FormActionsProps {
  cancel?: string;
  onCancel: () => void;
  /** Without it the second button submits the form that it is in. */
  onConfirm?: () => void;
  isBusy: boolean;
  /** Label of the second button while it is busy. */
  busy: ReactNode;
  disabled?: boolean;
  danger?: boolean;
  /** Label of the second button. */
  children: ReactNode;
}

/** The way back, and the button that goes on. */
export function FormActions({
  cancel = 'Cancel',
  onCancel,
  onConfirm,
  isBusy,
  busy,
  disabled = false,
  danger = false,
  children,
}: FormActionsProps) {
  return (
    <Flex justify="end" gap="small">
      <Button onClick={onCancel}>{cancel}</Button>
      <Button
        type="primary"
        danger={danger}
        htmlType={onConfirm ? 'button' : 'submit'}
        autoFocus={onConfirm !== undefined}
        disabled={disabled || isBusy}
        onClick={onConfirm}
      >
        {isBusy ? busy : children}
      </Button>
    </Flex>
  );
}
