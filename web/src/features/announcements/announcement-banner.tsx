import { Alert } from 'antd';
import { useState } from 'react';
import { useListAnnouncements } from '@/api/generated/notifications';
import { Markdown } from '@/components/format/markdown';
import { createSafeStorage } from '@/lib/safe-storage';
import styles from './announcement-banner.module.css';

const REFRESH_MS = 5 * 60_000;
const MAX_KEPT = 50;
const dismissed = createSafeStorage('localStorage', 'nairaproxy.dismissed-announcements');

const readDismissed = (): number[] => (dismissed.get() ?? '').split(',').map(Number);

/** The most important announcement that this browser has not dismissed; the next one follows it. */
export default function AnnouncementBanner() {
  const query = useListAnnouncements({
    query: { staleTime: REFRESH_MS, refetchInterval: REFRESH_MS, meta: { quiet: true } },
  });
  const [hidden, setHidden] = useState(readDismissed);
  const shown = query.data?.data?.announcements?.find(({ id }) => !hidden.includes(id));
  if (!shown) return null;
  const { id, title, body, level } = shown;
  const dismiss = (): void => {
    const ids = [...readDismissed(), id].slice(-MAX_KEPT);
    dismissed.set(ids.join(','));
    setHidden(ids);
  };
  return (
    <aside aria-label="Announcement">
      <Alert
        key={id}
        banner
        showIcon
        type={level === 'warning' ? 'warning' : 'info'}
        title={title}
        description={
          <div className={styles.body} tabIndex={0}>
            <Markdown text={body} />
          </div>
        }
        closable={{ 'aria-label': `Dismiss ${title}`, onClose: dismiss }}
      />
    </aside>
  );
}
