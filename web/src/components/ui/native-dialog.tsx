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
 * Home-made: a dialog for the public pages, which load no Ant Design. Open while mounted. The
 * dialog element provides the focus trap, Escape and focus return. A click outside does not close
 * it, so typed text is not lost. The portal isolates it from styles of the opening component.
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
