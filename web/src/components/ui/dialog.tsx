// The component only; its static methods, which the rule forbids, are not used.
// oxlint-disable-next-line no-restricted-imports
import { Button, Flex, Modal } from 'antd';
import { useState, type ReactNode, useEffect, useCallback, useRef, type FocusEvent } from 'react';
import styles from './dialog.module.css';

type TextField = HTMLInputElement | HTMLTextAreaElement;

const isTextField = (target: EventTarget): target is TextField =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && target.type !== 'search');

/**
 * Notices text that was typed into the fields of a container.
 * @returns the handler for the container, and whether a field that is still shown differs from what
 *   it held when it was entered.
 */
function useTypedText() {
  const initial = useRef(new Map<TextField, string>());
  const onFocusCapture = useCallback(({ target }: FocusEvent) => {
    if (isTextField(target) && !initial.current.has(target))
      initial.current.set(target, target.value);
  }, []);
  const hasTyped = useCallback(
    () => [...initial.current].some(([field, value]) => field.isConnected && field.value !== value),
    [],
  );
  return { onFocusCapture, hasTyped };
}

let opener: Element | null = null;

/** The element that opened a dialog, also when another dialog links to it. */
function noteOpener(): void {
  const active = document.activeElement;
  if (!active?.closest('[role=dialog]')) opener = active === document.body ? null : active;
}

/** Ant Design restores the focus only for dialogs that stay mounted; ours unmount on close. */
function useFocusReturn(): void {
  // Runs before anything inside the dialog is focused.
  useState(noteOpener);

  useEffect(
    () => () => {
      const target = opener?.isConnected ? opener : document.getElementById('main');
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    },
    [],
  );
}

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
