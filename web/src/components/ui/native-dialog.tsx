import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { PlainButton } from './button';
import { Icon } from './icon';
import styles from './native-dialog.module.css';

interface NativeDialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * Mounted means open. The browser's own dialog, for pages that load no component library: it brings
 * the focus trap, Escape and the focus's return. A click outside does not throw away what was typed.
 * It stands at the end of the page, so that the styles of where it was opened do not reach it.
 */
export function NativeDialog({ title, onClose, children }: NativeDialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return createPortal(
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      onClose={() => {
        if (!dialog.current?.open) onClose();
      }}
    >
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        <PlainButton look="quiet" icon aria-label="Close dialog" onClick={onClose}>
          <Icon name="close" />
        </PlainButton>
      </div>
      {children}
    </dialog>,
    document.body,
  );
}
