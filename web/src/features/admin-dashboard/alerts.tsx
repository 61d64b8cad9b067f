import { Link } from 'react-router-dom';
import { Notice } from '@/components/feedback/notice';
import { RelativeTime } from '@/components/format/relative-time';
import type { DashboardData } from './dashboard';
import styles from './dashboard.module.css';
import { adminPaths } from '@/lib/admin-paths';

type Alert = DashboardData['alerts'][number];

/** Where staff look first when it sounds. */
const PLACES: Partial<Record<Alert['kind'], { to: string; label: string }>> = {
  payment_review: { to: `${adminPaths.transactions}?status=pending`, label: 'Open transactions' },
  payment_stuck: { to: `${adminPaths.transactions}?status=pending`, label: 'Open transactions' },
  payment_difference: { to: adminPaths.transactions, label: 'Open transactions' },
  payment_dispute: { to: adminPaths.transactions, label: 'Open transactions' },
  refund_failed: { to: adminPaths.transactions, label: 'Open transactions' },
  closed_account_paid: { to: adminPaths.transactions, label: 'Open transactions' },
  order_stuck: { to: adminPaths.proxies, label: 'Open proxies' },
  audit_chain_behind: { to: adminPaths.audit, label: 'Open audit trail' },
};

export function Alerts({ alerts }: { alerts: readonly Alert[] }) {
  if (alerts.length === 0) return null;
  return (
    <ul className={styles.alerts} aria-label="Alerts">
      {alerts.map(({ id, kind, severity, message, opened_at: opened }) => {
        const place = PLACES[kind];
        return (
          <li key={id}>
            <Notice
              tone={severity === 'critical' ? 'danger' : 'warning'}
              icon="alert"
              title={severity === 'critical' ? 'Critical' : 'Warning'}
            >
              {message} <RelativeTime iso={opened} />.{' '}
              {place && <Link to={place.to}>{place.label}</Link>}
            </Notice>
          </li>
        );
      })}
    </ul>
  );
}
