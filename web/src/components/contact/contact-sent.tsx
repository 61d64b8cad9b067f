import { useEffect, useRef, type ReactNode } from 'react';
import { Icon } from '@/components/ui/icon';
import styles from './contact-form.module.css';

/** Replaces the form once the message was sent, and takes the focus of its button. */
export function ContactSent({ message, children }: { message: string; children: ReactNode }) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <div className={styles.sent}>
      <p ref={text} tabIndex={-1} role="status">
        <Icon name="check" />
        {message}
      </p>
      {children}
    </div>
  );
}
