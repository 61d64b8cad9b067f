import { useEffect, type ReactNode } from 'react';
import { loadSiteConfig } from '@/api/site-config';
import styles from '@/components/feedback/banners.module.css';
import { formatDateTime } from '@/lib/date';
import { useMaintenance } from '@/lib/maintenance';

const REFRESH_MS = 5 * 60_000;

interface MaintenanceBannerProps {
  /** In place of the message for customers. */
  text?: string;
  action?: ReactNode;
}

/** Says that nothing can be bought, also in a page that was opened before. */
export function MaintenanceBanner({ text, action }: MaintenanceBannerProps) {
  const maintenance = useMaintenance();
  useEffect(() => {
    const timer = setInterval(() => void loadSiteConfig(), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  if (!maintenance) return null;
  const { message, until } = maintenance;
  return (
    <aside className={styles.banner} aria-label="Maintenance">
      <span>
        {text ?? message} {until && `Buying is on again on ${formatDateTime(until)}.`}
      </span>
      {action}
    </aside>
  );
}
