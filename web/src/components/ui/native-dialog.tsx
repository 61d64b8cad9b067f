import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
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
 */
export function NativeDialog({ title, onClose, children }: NativeDialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
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
    </dialog>
  );
}
