import { Alert, Flex } from 'antd';
import { Link } from 'react-router-dom';
import { RelativeTime } from '@/components/format/relative-time';
import { adminPaths } from '@/lib/admin-paths';
import type { DashboardData } from './dashboard';

type AlertItem = DashboardData['alerts'][number];

const transactions = { to: adminPaths.transactions, label: 'Open transactions' };
const pendingTransactions = { ...transactions, to: `${adminPaths.transactions}?status=pending` };

/** The screen on which each kind of alert is investigated. */
const ALERT_LINKS: Partial<Record<AlertItem['kind'], { to: string; label: string }>> = {
  payment_review: pendingTransactions,
  payment_stuck: pendingTransactions,
  payment_difference: transactions,
  payment_dispute: transactions,
  refund_failed: transactions,
  closed_account_paid: transactions,
  order_stuck: { to: adminPaths.proxies, label: 'Open proxies' },
  audit_chain_behind: { to: adminPaths.audit, label: 'Open audit trail' },
};

export function Alerts({ alerts }: { alerts: readonly AlertItem[] }) {
  if (alerts.length === 0) return null;
  return (
    <Flex vertical gap="small" role="list" aria-label="Alerts" style={{ marginBottom: 16 }}>
      {alerts.map(({ id, kind, severity, message, opened_at: openedAt }) => {
        const isCritical = severity === 'critical';
        const link = ALERT_LINKS[kind];
        return (
          <div key={id} role="listitem">
            <Alert
              type={isCritical ? 'error' : 'warning'}
              role="note"
              showIcon
              title={isCritical ? 'Critical' : 'Warning'}
              description={
                <>
                  {message} <RelativeTime iso={openedAt} />.
                </>
              }
              action={link && <Link to={link.to}>{link.label}</Link>}
            />
          </div>
        );
      })}
    </Flex>
  );
}
