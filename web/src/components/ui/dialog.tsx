// The component only; its static methods, which the rule forbids, are not used.
// oxlint-disable-next-line no-restricted-imports
import { Button, Flex, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { useFocusReturn } from '@/lib/use-focus-return';
import { useTypedText } from '@/lib/use-typed-text';
import styles from './dialog.module.css';

interface DialogProps {
  title: string;
  width: number;
  onClose: () => void;
  /** Stays in sight while the content scrolls. */
  footer?: ReactNode;
  /** Called when it is fully open, such as to move the focus from a dialog below. */
  onOpened?: () => void;
  children: ReactNode;
}

/**
 * Open while mounted. Escape, the close button and a click outside close it, after a question when
 * something was typed; the focus returns to the opening element.
 */
export function Dialog({ title, width, onClose, footer = null, onOpened, children }: DialogProps) {
  useFocusReturn();
  const { onFocusCapture, hasTyped } = useTypedText();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Modal
        open
        title={title}
        width={width}
        style={{ top: 'min(80px, 6vh)' }}
        keyboard={!isAsking}
        afterOpenChange={(isOpen) => isOpen && onOpened?.()}
        onCancel={() => (hasTyped() ? setAsking(true) : onClose())}
        footer={footer}
        classNames={
          footer === null
            ? undefined
            : { container: styles.container, body: styles.body, footer: styles.footer }
        }
        closable={{ 'aria-label': 'Close dialog' }}
        // The close button stands over the header.
        styles={{ header: { paddingInlineEnd: 40 } }}
      >
        <div onFocusCapture={onFocusCapture}>{children}</div>
      </Modal>
      <Modal
        open={isAsking}
        destroyOnHidden
        title="Discard what you typed?"
        width={400}
        closable={false}
        onCancel={() => setAsking(false)}
        footer={
          <Flex justify="end" gap="small">
            <Button autoFocus onClick={() => setAsking(false)}>
              Keep editing
            </Button>
            <Button danger type="primary" onClick={onClose}>
              Discard
            </Button>
          </Flex>
        }
      >
        It is not saved, and it is lost when the window closes.
      </Modal>
    </>
  );
}
