import { EmptyState } from '@/components/feedback/empty-state';
import { Money } from '@/components/format/money';
import { RelativeTime } from '@/components/format/relative-time';
import { Panel } from '@/components/layout/panel';
import { Icon, type IconName } from '@/components/ui/icon';
import type { Activity } from './dashboard';
import styles from './dashboard.module.css';

const ICONS: Record<Activity['type'], IconName> = {
  user: 'user',
  system: 'sliders',
  payment: 'wallet',
  alert: 'alert',
  purchase: 'cart',
};

function about({ user, data }: Activity): string {
  return [
    user,
    data.name && data.name !== user ? data.name : null,
    data.proxy_id === null ? null : `proxy #${data.proxy_id}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

export function RecentActivity({ activity }: { activity: readonly Activity[] }) {
  return (
    <Panel title="Recent Activity" flush>
      {activity.length === 0 ? (
        <EmptyState icon="clock" title="No recent activity" hint="What people do shows up here." />
      ) : (
        <ul className={styles.activity}>
          {activity.map((entry) => (
            <li key={`${entry.time}-${entry.action}-${about(entry)}`} className={styles.entry}>
              <span className={`${styles.mark} ${entry.type === 'alert' ? styles.loud : ''}`}>
                <Icon name={ICONS[entry.type]} size={15} />
              </span>
              <span className={styles.what}>
                <span>{entry.action}</span>
                <span className={styles.minor}>{about(entry)}</span>
              </span>
              <span className={styles.when}>
                {entry.data.amount !== null && (
                  <strong>
                    <Money amount={entry.data.amount} />
                  </strong>
                )}
                <span className={styles.minor}>
                  <RelativeTime iso={entry.time} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
