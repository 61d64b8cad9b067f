import { Link } from 'react-router-dom';
import { useMarkNotificationsRead, useListNotifications } from '@/api/generated/notifications';
import type { InboxMessageResponse } from '@/api/generated/api.schemas';
import { RelativeTime } from '@/components/format/relative-time';
import styles from './inbox.module.css';
import { keepPreviousData } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type Ref } from 'react';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';

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

const STEP = 20;
/** The most that the API returns at once. */
const MAX_SHOWN = 100;
const REFRESH_MS = 60_000;

const BELL = {
  path: 'M5 14.500V9a5 5 0 0 1 10 0v5.500zM3.500 14.500h13M8.500 17a1.600 1.600 0 0 0 3 0M10 4V2.800',
};

interface InboxListProps {
  ref: Ref<HTMLDivElement>;
  /** Called when a notification's link is followed. */
  onFollow: () => void;
}

export function InboxList({ ref, onFollow }: InboxListProps) {
  const [shown, setShown] = useState(STEP);
  const query = useListNotifications(
    { per_page: shown },
    {
      query: {
        // The bell may have counted what the list does not show yet.
        staleTime: 0,
        refetchInterval: REFRESH_MS,
        placeholderData: keepPreviousData,
        meta: { quiet: true },
      },
    },
  );
  if (!query.data) {
    if (!query.isError) return <LoadingRows rows={6} />;
    return (
      <ErrorState
        title="Failed to load the notifications"
        message={query.error.message}
        requestId={query.error.requestId}
        onRetry={() => void query.refetch()}
      />
    );
  }
  const { notifications, pagination } = query.data.data;
  const hasOlder = pagination.total > shown && shown < MAX_SHOWN;
  return (
    <div ref={ref} tabIndex={-1} className={styles.list} aria-busy={query.isPlaceholderData}>
      {notifications.length === 0 ? (
        <EmptyState
          icon={BELL}
          title="No notifications yet."
          hint="Low balance, expiring proxies, traffic, renewals and new sign-ins will appear here."
        />
      ) : (
        <ul>
          {notifications.map((notification) => (
            <InboxRow key={notification.id} notification={notification} onFollow={onFollow} />
          ))}
        </ul>
      )}
      {hasOlder && (
        <div className={styles.more}>
          <Button loading={query.isPlaceholderData} onClick={() => setShown(shown + STEP)}>
            Show older
          </Button>
        </div>
      )}
    </div>
  );
}
