import { Icon } from '@/components/ui/icon';
import { useSiteConfig } from '@/api/site-config';
import styles from './support-chat.module.css';

/** Only where the shop has said where its chat is. */
export function SupportChat() {
  const url = useSiteConfig()?.support_chat_url;
  if (!url) return null;
  return (
    <a className={styles.chat} href={url} target="_blank" rel="noopener noreferrer">
      <Icon name="chat" />
      <span>Chat with support</span>
    </a>
  );
}
