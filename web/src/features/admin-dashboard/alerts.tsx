import { Alert, Flex, Typography } from 'antd';
import { Link } from 'react-router-dom';
import { useCanOpen } from '@/api/use-can';
import { RelativeTime } from '@/components/format/relative-time';
import {
  adminNetworkPath,
  adminPaths,
  adminTransactionPath,
  attentionPath,
  filteredPath,
} from '@/lib/admin-paths';
import type { DashboardData } from './dashboard';

type AlertItem = DashboardData['alerts'][number];
type CanOpen = ReturnType<typeof useCanOpen>;

interface AlertTarget {
  /** A screen with exactly what the alert is about. */
  to?: string;
  label?: string;
  /** What to do, where the message of the server does not say it. */
  advice?: string;
}

const KEYS_ADVICE =
  'Check the keys of the card provider in the settings and the provider’s status page.';
const BROKEN_BOOKS_ADVICE =
  'Do not correct anything by hand. Run “node dist/cli.js ledger:check” on the server for the details, and tell whoever looks after the software.';

/** The only transaction, or all that the alert is about. */
const transactions = ({ attention, transaction_id: id }: AlertItem): AlertTarget => {
  if (id !== null) return { to: adminTransactionPath(id), label: 'Open transaction' };
  return attention ? { to: attentionPath(attention), label: 'Open transactions' } : {};
};

const clearing = (name: string, value: string): AlertTarget => ({
  to: filteredPath('clearing', name, value),
  label: 'Open clearing',
});

const notices = (status: string): AlertTarget => ({
  to: filteredPath('notices', 'status', status),
  label: 'Open notifications',
});

/** The form of the network, its row for those who may only read. */
const network = (
  { network_id: id, provider_id: providerId }: AlertItem,
  canOpen: CanOpen,
): AlertTarget => {
  if (providerId !== null)
    return {
      to: filteredPath('providers', 'search', `#${providerId}`),
      label: 'Open the provider account',
    };
  if (id === null) return {};
  const to = canOpen(adminPaths.network)
    ? adminNetworkPath(id)
    : filteredPath('networks', 'search', `#${id}`);
  return { to, label: 'Open the network' };
};

const TARGETS: Record<AlertItem['kind'], (alert: AlertItem, canOpen: CanOpen) => AlertTarget> = {
  payment_review: transactions,
  payment_stuck: (alert) => (alert.attention === null ? notices('waiting') : transactions(alert)),
  payment_dispute: transactions,
  refund_failed: transactions,
  closed_account_paid: transactions,
  payment_difference: () => ({
    to: filteredPath('reconciliation', 'state', 'open'),
    label: 'Open differences',
  }),
  reconciliation_stuck: () => ({
    to: adminPaths.reconciliation,
    label: 'Open reconciliation',
    advice: KEYS_ADVICE,
  }),
  payout_difference: () => clearing('items', 'unmatched'),
  payout_import_stuck: () => ({
    to: adminPaths.clearing,
    label: 'Open clearing',
    advice: 'Upload the settlements file of the card provider’s dashboard in Clearing instead.',
  }),
  approval_waiting: () => ({
    to: adminPaths.approvals,
    label: 'Open approvals',
  }),
  mail_stuck: () => ({ to: filteredPath('mails', 'status', 'stuck'), label: 'Open emails' }),
  audit_chain_behind: () => ({
    to: adminPaths.audit,
    label: 'Open audit trail',
    advice:
      'The worker adds them. If it stays behind, restart the worker process and read its log.',
  }),
  network_refused: network,
  supply_difference: network,
  supply_balance: network,
  supply_budget: network,
  supply_down: (alert, canOpen) =>
    alert.network_id === null
      ? { to: filteredPath('exits', 'status', 'out_of_sale'), label: 'Open exits' }
      : network(alert, canOpen),
  stock_expiring: () => ({ to: filteredPath('stock', 'status', 'ending'), label: 'Open stock' }),
  worker_silent: () => ({
    advice:
      'Start the worker process again on the server and read its log. No money is lost: what is due is done as soon as it runs.',
  }),
  books_broken: () => ({ advice: BROKEN_BOOKS_ADVICE }),
  history_broken: () => ({ advice: BROKEN_BOOKS_ADVICE }),
  notice_parked: () => notices('parked'),
  job_failed: ({ job }) => ({
    to: filteredPath('jobs', 'search', job ?? ''),
    label: 'Open failed jobs',
  }),
};

function AlertNote({ alert }: { alert: AlertItem }) {
  const { severity, message, opened_at: openedAt } = alert;
  const isCritical = severity === 'critical';
  const canOpen = useCanOpen();
  const { to, label, advice } = TARGETS[alert.kind](alert, canOpen);
  return (
    <Alert
      type={isCritical ? 'error' : 'warning'}
      role="note"
      showIcon
      title={
        <Flex gap="0 12px" wrap align="baseline">
          <span>
            <strong>{isCritical ? 'Critical' : 'Warning'}</strong> {message}
          </span>
          {to && canOpen(to) && <Link to={to}>{label}</Link>}
          <Typography.Text type="secondary">
            Began <RelativeTime iso={openedAt} />
          </Typography.Text>
        </Flex>
      }
      description={advice}
    />
  );
}

export function Alerts({ alerts }: { alerts: readonly AlertItem[] }) {
  if (alerts.length === 0) return null;
  return (
    <Flex vertical gap="small" role="list" aria-label="Alerts" style={{ marginBottom: 16 }}>
      {alerts.map((alert) => (
        <div key={alert.id} role="listitem">
          <AlertNote alert={alert} />
        </div>
      ))}
    </Flex>
  );
}
