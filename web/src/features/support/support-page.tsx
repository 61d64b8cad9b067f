import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { sendContactMessage } from '@/api/send-contact-message';
import { session } from '@/api/session';
import { useReplyTime, useSiteConfig, useSupportEmail } from '@/api/site-config';
import { ContactForm } from '@/components/contact/contact-form';
import { ContactSent } from '@/components/contact/contact-sent';
import { ButtonAnchor, PlainButton } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Icon } from '@/components/ui/icon';
import { capitalise } from '@/lib/text';
import { usePageTitle } from '@/lib/use-page-title';
import styles from './support-page.module.css';

function Facts() {
  const email = useSupportEmail();
  const chat = useSiteConfig()?.support_chat_url;
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Email</dt>
        <dd className={styles.address}>
          <a href={`mailto:${email}`}>{email}</a>
          <CopyButton text={email} label="the support email" inlineFailure />
        </dd>
      </div>
      <div>
        <dt>Expected reply</dt>
        <dd>{capitalise(useReplyTime())}</dd>
      </div>
      {chat && (
        <div>
          <dt>Chat</dt>
          <dd>
            <ButtonAnchor href={chat} target="_blank" rel="noopener noreferrer">
              <Icon name="chat" size={16} /> Chat with support
            </ButtonAnchor>
          </dd>
        </div>
      )}
    </dl>
  );
}

export default function SupportPage() {
  const [params] = useSearchParams();
  const [confirmation, setConfirmation] = useState<string | null>(null);
  const user = session.get()?.user;
  const reference = params.get('reference');
  usePageTitle('Support');
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <h1>Support</h1>
      <p className={styles.lead}>Write to us at any time. A person replies by email.</p>
      <div className={styles.columns}>
        <Facts />
        <section className={styles.panel} aria-label="Message to support">
          {confirmation === null ? (
            <ContactForm
              label="Contact support"
              messageHint="For a payment, include its reference. Never send your password."
              initialValues={{
                name: user?.name,
                email: user?.email,
                message: reference ? `Reference: ${reference}\n\n` : undefined,
              }}
              send={sendContactMessage}
              onSent={setConfirmation}
            />
          ) : (
            <ContactSent message={confirmation}>
              <PlainButton onClick={() => setConfirmation(null)}>Send another message</PlainButton>
            </ContactSent>
          )}
        </section>
      </div>
    </main>
  );
}
