import { Icon } from '@/components/ui/icon';
import { supportChatUrl } from '@/lib/contact';
import styles from './support-chat.module.css';

export function SupportChat() {
  return (
    <a className={styles.chat} href={supportChatUrl()} target="_blank" rel="noopener noreferrer">
      <Icon name="chat" />
      <span>Chat with support</span>
    </a>
  );
}
