import { FloatButton } from 'antd';
import { useSiteConfig } from '@/api/site-config';
import { Icon } from '@/components/ui/icon';

/** Link to the support chat, or to the support email if no chat is configured. */
export function SupportChat() {
  const site = useSiteConfig();
  if (!site) return null;
  const { support_chat_url: chat, support_email: email } = site;
  const label = chat ? 'Chat with support' : 'Write to support';
  return (
    <FloatButton
      icon={<Icon name="chat" />}
      tooltip={{ title: label, placement: 'left' }}
      aria-label={label}
      href={chat ?? `mailto:${email}`}
      {...(chat ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
    />
  );
}
