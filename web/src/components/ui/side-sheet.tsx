import { useEffect, useRef, type ReactNode } from 'react';
import styles from './side-sheet.module.css';

interface SideSheetProps {
  open: boolean;
  onClose: () => void;
  label: string;
  children: ReactNode;
}

/**
 * Home-made: the menu of the public pages, which load no Ant Design. It opens on the side of
 * its button; the dialog element provides Escape and the focus trap.
 */
export function SideSheet({ open, onClose, label, children }: SideSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    if (!open && dialog.current?.open) dialog.current.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      {children}
    </dialog>
  );
}
