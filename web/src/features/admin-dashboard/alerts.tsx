import { useDismissFailedJobs, useRetryFailedJobs } from '@/api/generated/admin-dashboard';
import type { FailedJobsDtoJob } from '@/api/generated/api.schemas';
import { useMessage } from '@/components/feedback/use-message';
import { AlertActions } from './alert-actions';
import { useDismissParkedNotices, useRetryParkedNotices } from '@/api/generated/admin-payments';
import { Alert, Flex, Typography } from 'antd';
import { Link } from 'react-router-dom';
import { useIsAdmin } from '@/api/use-is-admin';
import { RelativeTime } from '@/components/format/relative-time';
import { adminPaths, adminTransactionPath, attentionPath } from '@/lib/admin-paths';
import type { DashboardData } from './dashboard';

const CONSEQUENCES = {
  retry: 'All of these failed jobs run again.',
  dismiss: 'These failed jobs are deleted and the alert ends. What they had to do is not done.',
};

/** For admins: what to do about the failed jobs of an alert. */
export function FailedJobActions({ job }: { job: string }) {
  const message = useMessage();
  const mutation = {
    meta: { fallback: 'The failed jobs could not be changed' },
    onSuccess: ({ message: text }: { message?: string }): void => {
      message.success(text ?? 'Done.');
    },
  };
  const calls = {
    retry: useRetryFailedJobs({ mutation }),
    dismiss: useDismissFailedJobs({ mutation }),
  };
  return (
    <AlertActions
      title={`Failed jobs ${job}`}
      consequences={CONSEQUENCES}
      isBusy={calls.retry.isPending || calls.dismiss.isPending}
      onConfirm={(action, reason, close) =>
        calls[action].mutate(
          { data: { job: job as FailedJobsDtoJob, reason } },
          { onSuccess: close },
        )
      }
    />
  );
}

const PARKED_CONSEQUENCES = {
  retry: 'All of these notifications are tried again within a minute, many times if need be.',
  dismiss:
    'These notifications are closed and the alert ends. No money moves: what they announced, such as a refund, is not booked.',
};

/** For admins: what to do about notifications of the card provider that had no result. */
export function ParkedNoticeActions() {
  const message = useMessage();
  const mutation = {
    meta: { fallback: 'The notifications could not be changed' },
    onSuccess: ({ message: text }: { message?: string }): void => {
      message.success(text ?? 'Done.');
    },
  };
  const calls = {
    retry: useRetryParkedNotices({ mutation }),
    dismiss: useDismissParkedNotices({ mutation }),
  };
  return (
    <AlertActions
      title="Notifications without a result"
      consequences={PARKED_CONSEQUENCES}
      isBusy={calls.retry.isPending || calls.dismiss.isPending}
      onConfirm={(action, reason, close) =>
        calls[action].mutate({ data: { reason } }, { onSuccess: close })
      }
    />
  );
}

type AlertItem = DashboardData['alerts'][number];

interface AlertTarget {
  /** A screen with exactly what the alert is about. */
  to?: string;
  label?: string;
  adminOnly?: boolean;
  /** What to do, where the message of the server does not say it. */
  advice?: string;
}

const reconciliation = { to: adminPaths.reconciliation, label: 'Open reconciliation' };

/** Alerts that are not about transactions, or better read elsewhere. */
const BROKEN_BOOKS_ADVICE =
  'Do not correct anything by hand. Run “node dist/cli.js ledger:check” on the server for the details, and tell whoever looks after the software.';

const TARGETS: Partial<Record<AlertItem['kind'], AlertTarget>> = {
  payment_difference: reconciliation,
  reconciliation_stuck: {
    ...reconciliation,
    advice: 'Check the keys of the card provider in the settings and the provider’s status page.',
  },
  payout_difference: { to: adminPaths.clearing, label: 'Open clearing', adminOnly: true },
  payout_import_stuck: {
    to: adminPaths.clearing,
    label: 'Open clearing',
    adminOnly: true,
    advice: 'Upload the settlements file of the card provider’s dashboard in Clearing instead.',
  },
  mail_stuck: {
    to: `${adminPaths.settings}?tab=email`,
    label: 'Open email settings',
    adminOnly: true,
  },
  audit_chain_behind: {
    to: adminPaths.audit,
    label: 'Open audit trail',
    advice:
      'The worker adds them. If it stays behind, restart the worker process and read its log.',
  },
  network_refused: { to: adminPaths.networks, label: 'Open networks' },
  supply_difference: { to: adminPaths.networks, label: 'Open networks' },
  supply_balance: { to: adminPaths.networks, label: 'Open networks' },
  supply_budget: { to: adminPaths.networks, label: 'Open networks' },
  supply_down: { to: adminPaths.coverage, label: 'See what is on sale' },
  stock_expiring: { to: `${adminPaths.stock}?status=expiring`, label: 'Open stock' },
  worker_silent: {
    advice:
      'Start the worker process again on the server and read its log. No money is lost: what is due is done as soon as it runs.',
  },
  books_broken: {
    advice: BROKEN_BOOKS_ADVICE,
  },
  history_broken: {
    advice: BROKEN_BOOKS_ADVICE,
  },
};

function findTarget({ kind, attention, transaction_id: id }: AlertItem): AlertTarget {
  const target = TARGETS[kind];
  if (target) return target;
  if (id !== null) return { to: adminTransactionPath(id), label: 'Open transaction' };
  return attention ? { to: attentionPath(attention), label: 'Open transactions' } : {};
}

function AlertNote({ alert }: { alert: AlertItem }) {
  const isAdmin = useIsAdmin();
  const { severity, message, opened_at: openedAt } = alert;
  const isCritical = severity === 'critical';
  const { to, label, adminOnly, advice } = findTarget(alert);
  return (
    <Alert
      type={isCritical ? 'error' : 'warning'}
      role="note"
      showIcon
      title={isCritical ? 'Critical' : 'Warning'}
      description={
        <Flex vertical gap={4} align="start">
          <span>
            {message} {advice}
          </span>
          <Flex gap="middle" wrap align="baseline">
            {isAdmin && alert.job && <FailedJobActions job={alert.job} />}
            {isAdmin && alert.kind === 'notice_parked' && <ParkedNoticeActions />}
            {to && (isAdmin || !adminOnly) && <Link to={to}>{label}</Link>}
            <Typography.Text type="secondary">
              Since <RelativeTime iso={openedAt} />
            </Typography.Text>
          </Flex>
        </Flex>
      }
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
