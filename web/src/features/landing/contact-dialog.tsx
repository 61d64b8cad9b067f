import { useState } from 'react';
import { sendContactMessage } from '@/api/send-contact-message';
import { useReplyTime, useSupportEmail } from '@/api/site-config';
import { ContactForm } from '@/components/contact/contact-form';
import { ContactSent } from '@/components/contact/contact-sent';
import styles from '@/components/contact/contact-form.module.css';
import { PlainButton } from '@/components/ui/button';
import { NativeDialog } from '@/components/ui/native-dialog';

export default function ContactDialog({ onClose }: { onClose: () => void }) {
  const email = useSupportEmail();
  const replyTime = useReplyTime();
  const [confirmation, setConfirmation] = useState<string | null>(null);
  return (
    <NativeDialog title="Contact Sales Team" onClose={onClose}>
      {confirmation === null ? (
        <>
          <p className={styles.lead}>
            Tell us what you need, and we will reply {replyTime}. You can also write to{' '}
            <a href={`mailto:${email}`}>{email}</a>.
          </p>
          <ContactForm
            label="Contact sales"
            messageHint="How much traffic or how many addresses, where, and by when."
            forCompanies
            send={sendContactMessage}
            onSent={setConfirmation}
            onCancel={onClose}
          />
        </>
      ) : (
        <ContactSent message={confirmation}>
          <PlainButton look="primary" onClick={onClose}>
            Close
          </PlainButton>
        </ContactSent>
      )}
    </NativeDialog>
  );
}
