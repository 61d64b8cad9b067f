import { Link } from 'react-router-dom';
import { useMarkNotificationsRead } from '@/api/generated/notifications';
import type { InboxMessageResponse } from '@/api/generated/api.schemas';
import { RelativeTime } from '@/components/format/relative-time';
import styles from './inbox.module.css';

interface InboxRowProps {
  notification: InboxMessageResponse;
  onFollow: () => void;
}

export function InboxRow({ notification, onFollow }: InboxRowProps) {
  const mark = useMarkNotificationsRead({
    mutation: { meta: { fallback: 'Failed to mark the notification as read' } },
  });
  const { id, title, text, link, created_at, read_at } = notification;
  const isUnread = read_at === null;
  const follow = (): void => {
    if (isUnread) mark.mutate({ data: { ids: [id] } });
    onFollow();
  };
  return (
    <li className={styles.row}>
      <Link
        to={link}
        className={`${styles.link} ${isUnread ? styles.unread : ''}`}
        onClick={follow}
      >
        <span className={styles.title}>
          {isUnread && <span className="visually-hidden">Unread: </span>}
          {title}
        </span>
        <span className={styles.text}>{text}</span>
        <span className={styles.time}>
          <RelativeTime iso={created_at} />
        </span>
      </Link>
    </li>
  );
}
