import { FloatButton } from 'antd';
import type { MouseEventHandler } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';
import { useSiteConfig } from '@/api/site-config';
import { Icon } from '@/components/ui/icon';
import { paths } from '@/lib/paths';
import styles from './support-chat.module.css';

/** Link to the support chat, or to the support page if no chat is configured. */
export function SupportChat() {
  const site = useSiteConfig();
  const page = useHref(paths.support);
  const openPage = useLinkClickHandler(paths.support) as unknown as MouseEventHandler<HTMLElement>;
  if (!site) return null;
  const chat = site.support_chat_url;
  const label = chat ? 'Chat with support' : 'Contact support';
  return (
    <FloatButton
      className={styles.tab}
      shape="square"
      icon={<Icon name="chat" />}
      tooltip={{ title: label, placement: 'left' }}
      aria-label={label}
      {...(chat
        ? { href: chat, target: '_blank', rel: 'noopener noreferrer' }
        : { href: page, onClick: openPage })}
    />
  );
}
