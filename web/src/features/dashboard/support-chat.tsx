import { Icon } from '@/components/ui/icon';
import { useSiteConfig } from '@/api/site-config';
import styles from './support-chat.module.css';

/** The shop's chat on a messaging service; its mail address where no chat is named. */
export function SupportChat() {
  const site = useSiteConfig();
  if (!site) return null;
  const { support_chat_url: chat, support_email: email } = site;
  return chat ? (
    <a className={styles.chat} href={chat} target="_blank" rel="noopener noreferrer">
      <Icon name="chat" />
      <span className={styles.word}>Chat with support</span>
    </a>
  ) : (
    <a className={styles.chat} href={`mailto:${email}`}>
      <Icon name="chat" />
      <span className={styles.word}>Write to support</span>
    </a>
  );
}
