import { useEffect } from 'react';
import { session } from '@/api/session';
import styles from '@/components/feedback/banners.module.css';
import { useCountdown } from '@/lib/use-countdown';

interface ViewBannerProps {
  name: string;
  /** ISO 8601. */
  until: string;
}

/** Says to staff that they look at the account of a customer, and ends that in time. */
export default function ViewBanner({ name, until }: ViewBannerProps) {
  const [left] = useCountdown(Math.ceil((Date.parse(until) - Date.now()) / 1000));
  useEffect(() => {
    if (left === 0) session.logout();
  }, [left]);
  const minutes = Math.ceil(left / 60);
  return (
    <aside className={styles.banner} aria-label="View as customer">
      <span>
        You see the shop as {name}. Nothing can be changed.{' '}
        <span className={styles.more}>
          Ends in {minutes} minute{minutes === 1 ? '' : 's'}.
        </span>
      </span>
      <button type="button" onClick={session.logout}>
        End view
      </button>
    </aside>
  );
}
