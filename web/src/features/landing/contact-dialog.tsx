import { useEffect, useRef, useState } from 'react';
import { useSupportEmail } from '@/api/site-config';
import { PlainButton } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { NativeDialog } from '@/components/ui/native-dialog';
import { ContactForm } from './contact-form';
import styles from './contact-form.module.css';

function Sent({ message, onClose }: { message: string; onClose: () => void }) {
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => words.current?.focus(), []);
  return (
    <div className={styles.sent}>
      <p ref={words} tabIndex={-1} role="status">
        <Icon name="check" />
        {message}
      </p>
      <PlainButton look="primary" onClick={onClose}>
        Close
      </PlainButton>
    </div>
  );
}

export default function ContactDialog({ onClose }: { onClose: () => void }) {
  const email = useSupportEmail();
  const [sent, setSent] = useState<string | null>(null);
  return (
    <NativeDialog title="Contact Sales Team" onClose={onClose}>
      {sent === null ? (
        <>
          <p className={styles.lead}>
            People read this. You may also write to <a href={`mailto:${email}`}>{email}</a>.
          </p>
          <ContactForm onSent={setSent} onCancel={onClose} />
        </>
      ) : (
        <Sent message={sent} onClose={onClose} />
      )}
    </NativeDialog>
  );
}
