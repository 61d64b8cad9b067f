import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import SafetyCertificateOutlined from '@ant-design/icons/SafetyCertificateOutlined';
import { Button, Typography, Alert, Flex } from 'antd';
import { DateTime } from '@/components/format/date-time';
import type { Column } from '@/components/list-page/columns';
import { StackedCell } from '@/components/list-page/stacked-cell';
import { capitalise } from '@/lib/text';
import { type AuditLog, type AuditData, PER_PAGE } from './audit-log';
import { SeverityBadge } from './severity-badge';
import EyeOutlined from '@ant-design/icons/EyeOutlined';
import UserOutlined from '@ant-design/icons/UserOutlined';
import type { CompactRow } from '@/components/list-page/compact-rows';
import type { MenuAction } from '@/components/ui/action-menu';
import { formatShortDateTime, isoDate } from '@/lib/date';
import { type ReactNode, lazy, Suspense } from 'react';
import { HIDDEN_FROM_SUB_ADMINS } from '@/components/format/private-money';
import { StatisticCards } from '@/components/layout/statistic-cards';
import { formatNumber } from '@/lib/number';
import {
  useAdminExportAudit,
  useAdminVerifyAudit,
  type adminVerifyAudit,
} from '@/api/generated/admin-audit';
import { useMessage } from '@/components/feedback/use-message';
import { saveFile } from '@/lib/download';
import { type toFilterParams, useAuditList, useSelectedLog } from './use-audit-logs';
import { useNavigate } from 'react-router-dom';
import { useCan } from '@/api/use-can';
import { ListPage } from '@/components/list-page/list-page';
import { adminUserPath } from '@/lib/admin-paths';
import { AUDIT_FILTERS, AuditFilters, getExtraChips } from './audit-filters';
import { csvFile, jsonFile } from '@/lib/csv';
import { CopyField } from '@/components/form/copy-field';
import { COPY_MESSAGES } from '@/lib/copy-messages';

type Chain = Awaited<ReturnType<typeof adminVerifyAudit>>['data'];

/** Result of verifying the hash chain of the audit trail. */
function ChainStatus({ chain }: { chain: Chain }) {
  const checked = `${formatNumber(chain.checked)} entr${chain.checked === 1 ? 'y' : 'ies'} checked.`;
  return (
    <div role="status" style={{ marginBottom: 16 }}>
      {chain.intact ? (
        <Alert
          type="success"
          role="note"
          showIcon
          title="The audit trail is intact"
          description={
            <Flex vertical gap="small">
              <span>
                {checked} No entry was changed, removed or inserted. Save the hash below somewhere
                else: if the audit trail is ever rewritten, its hash changes.
              </span>
              <CopyField label="Latest hash" value={chain.head} messages={COPY_MESSAGES} />
            </Flex>
          }
        />
      ) : (
        <Alert
          type="error"
          role="note"
          showIcon
          title="The audit trail is broken"
          description={
            <>
              {checked} {chain.broken_at !== null && `It breaks at log ${chain.broken_at}. `}
              {chain.unchained > 0 &&
                `${formatNumber(chain.unchained)} entries are missing from the chain. `}
              The database may have been changed by hand. Back it up before you do anything else.
            </>
          }
        />
      )}
    </div>
  );
}

type AuditFormat = 'csv' | 'json';

const HEADER = [
  'ID',
  'Timestamp',
  'User',
  'User Role',
  'Action',
  'Category',
  'Target',
  'Details',
  'IP Address',
  'User Agent',
  'Severity',
];

/** The rows on screen as a file, for when the server cannot create one of all rows. */
export function auditFile(logs: readonly AuditLog[], format: AuditFormat): Blob {
  if (format === 'json') return jsonFile(logs);
  const rows = logs.map((log) => [
    log.id,
    log.timestamp,
    log.user,
    log.userRole,
    log.action,
    log.category,
    log.target,
    log.details,
    log.ipAddress,
    log.userAgent,
    log.severity,
  ]);
  return csvFile([HEADER, ...rows]);
}

export const auditFileName = (format: AuditFormat, day: string): string =>
  `audit-logs-${day}.${format}`;

interface AuditActionsProps {
  onVerify: () => void;
  isVerifying: boolean;
  onExport: (format: AuditFormat) => void;
  isExporting: boolean;
}

export function AuditActions({ onVerify, isVerifying, onExport, isExporting }: AuditActionsProps) {
  return (
    <>
      <Button
        icon={<SafetyCertificateOutlined aria-hidden />}
        disabled={isVerifying}
        onClick={onVerify}
      >
        {isVerifying ? 'Verifying...' : 'Verify'}
      </Button>
      {(['csv', 'json'] as const).map((format) => (
        <Button
          key={format}
          icon={<DownloadOutlined aria-hidden />}
          disabled={isExporting}
          aria-label={`Export ${format.toUpperCase()}`}
          onClick={() => onExport(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </>
  );
}

export const auditColumns = (onDetails: (log: AuditLog) => void): Column<AuditLog>[] => [
  { title: 'Timestamp', render: ({ timestamp }) => <DateTime iso={timestamp} /> },
  {
    title: 'User',
    grow: 2,
    render: ({ user, userRole }) => <StackedCell primary={user} secondary={capitalise(userRole)} />,
  },
  {
    title: 'Action',
    grow: 5,
    render: ({ action, details }) => (
      <StackedCell primary={<code>{action}</code>} secondary={details} />
    ),
  },
  { title: 'Target', grow: 2, render: ({ target }) => <code>{target}</code> },
  { title: 'IP Address', render: ({ ipAddress }) => (ipAddress ? <code>{ipAddress}</code> : '–') },
  { title: 'Severity', render: ({ severity }) => <SeverityBadge severity={severity} /> },
  {
    title: 'Details',
    render: (log) => (
      <Button size="small" aria-label={`Details of log ${log.id}`} onClick={() => onDetails(log)}>
        Details
      </Button>
    ),
  },
];

interface Options {
  onDetails: (log: AuditLog) => void;
  onUser: (userId: number) => void;
}

const userActions = (
  { user_id: id, user }: AuditLog,
  onUser: Options['onUser'],
): readonly MenuAction[] =>
  id === null
    ? []
    : [{ label: `Open ${user}`, icon: <UserOutlined aria-hidden />, onSelect: () => onUser(id) }];

/** An entry of the audit trail in two lines, for phones. */
export const toCompactLog =
  ({ onDetails, onUser }: Options) =>
  (log: AuditLog): CompactRow => ({
    name: `log ${log.id}`,
    title: <code>{log.action}</code>,
    open: () => onDetails(log),
    lead: <SeverityBadge severity={log.severity} />,
    details: [log.user, log.details, <code key="target">{log.target}</code>],
    note: formatShortDateTime(log.timestamp),
    actions: [
      { label: 'Details', icon: <EyeOutlined aria-hidden />, onSelect: () => onDetails(log) },
      ...userActions(log, onUser),
    ],
  });

interface AuditStatisticsProps {
  statistics: AuditData['statistics'] | undefined;
  failed: boolean;
}

export function AuditStatistics({ statistics, failed }: AuditStatisticsProps) {
  const format = (value: number | null | undefined): ReactNode | undefined => {
    if (value === null)
      return <Typography.Text type="secondary">{HIDDEN_FROM_SUB_ADMINS}</Typography.Text>;
    return value === undefined ? undefined : formatNumber(value);
  };
  return (
    <StatisticCards
      failed={failed}
      cards={[
        { label: 'Total Logs', value: format(statistics?.total_logs) },
        { label: 'High Severity', value: format(statistics?.high_severity) },
        { label: "Today's Activity", value: format(statistics?.todays_activity) },
        { label: 'Admin Actions', value: format(statistics?.admin_actions) },
      ]}
    />
  );
}

/** Exports all matching logs on the server; falls back to the page on screen. */
export function useAuditExport(
  filters: ReturnType<typeof toFilterParams>,
  logs: readonly AuditLog[] | undefined,
) {
  const message = useMessage();
  const request = useAdminExportAudit({ mutation: { meta: { quiet: true } } });

  const saveLoaded = (format: AuditFormat): void => {
    if (!logs || logs.length === 0) {
      message.error('No data available for export');
      return;
    }
    saveFile(auditFile(logs, format), auditFileName(format, isoDate()));
    message.error(
      `The server could not create the export. The file holds only the ${logs.length} ${logs.length === 1 ? 'row' : 'rows'} on this page, not all that match.`,
    );
    message.success(`${format.toUpperCase()} export downloaded successfully!`);
  };

  const run = async (format: AuditFormat): Promise<void> => {
    const name = format.toUpperCase();
    const closeProgress = message.info(`Generating ${name} export...`);
    try {
      const file = await request.mutateAsync({ data: { format, ...filters } });
      saveFile(file, auditFileName(format, isoDate()));
      message.success(`${name} export downloaded successfully!`);
    } catch {
      saveLoaded(format);
    } finally {
      closeProgress();
    }
  };

  return { run, isBusy: request.isPending };
}

const AuditDialog = lazy(() => import('./audit-dialog'));

export default function AuditPage() {
  const canExport = useCan()('audit.export');
  const { search, filters, query, countExactly } = useAuditList();
  const navigate = useNavigate();
  const data = query.data?.data;
  const { row: log, open, close } = useSelectedLog(data?.logs);
  const exporting = useAuditExport(filters, data?.logs);
  const chain = useAdminVerifyAudit({
    query: { enabled: false, meta: { fallback: 'The audit trail could not be verified' } },
  });
  return (
    <ListPage<AuditLog, typeof search.values>
      title="Audit Trail"
      actions={
        canExport && (
          <AuditActions
            onVerify={() => void chain.refetch()}
            isVerifying={chain.isFetching}
            onExport={(format) => void exporting.run(format)}
            isExporting={exporting.isBusy}
          />
        )
      }
      summary={
        <>
          {canExport && chain.data && <ChainStatus chain={chain.data.data} />}
          <AuditStatistics statistics={data?.statistics} failed={query.isError && !data} />
        </>
      }
      label="Audit logs"
      search={search}
      searchLabel="Search audit logs"
      searchPlaceholder="Search by user, action, target, details or IP"
      filters={AUDIT_FILTERS}
      extraFilters={<AuditFilters search={search} />}
      extraChips={getExtraChips(search)}
      query={query}
      rows={data?.logs}
      pagination={data?.pagination}
      onCount={countExactly}
      columns={auditColumns(({ id }) => open(id))}
      toCompact={toCompactLog({
        onDetails: ({ id }) => open(id),
        onUser: (id) => void navigate(adminUserPath(id)),
      })}
      skeletonRows={PER_PAGE}
      tableFrom="(min-width: 1100px)"
      empty={{
        icon: 'scroll',
        title: 'No audit logs yet',
        hint: 'Every action of staff and customers is logged here.',
      }}
      emptyFiltered="No audit logs found matching your search criteria."
      error={{
        title: 'Failed to fetch audit logs',
        message: ({ message }) => message,
        retryLabel: 'Retry',
      }}
    >
      <Suspense>{log && <AuditDialog log={log} onClose={close} />}</Suspense>
    </ListPage>
  );
}
