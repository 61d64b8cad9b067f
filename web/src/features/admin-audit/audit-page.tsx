import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAdminVerifyAudit } from '@/api/generated/admin-audit';
import { useIsAdmin } from '@/api/use-is-admin';
import { ListPage } from '@/components/list-page/list-page';
import { adminUserPath } from '@/lib/admin-paths';
import { AuditActions } from './audit-actions';
import { auditColumns } from './audit-columns';
import { AUDIT_FILTERS, AuditFilters, getExtraChips } from './audit-filters';
import { PER_PAGE, type AuditLog } from './audit-log';
import { toCompactLog } from './audit-row';
import { AuditStatistics } from './audit-statistics';
import { ChainStatus } from './chain-status';
import { useAuditExport } from './use-audit-export';
import { useAuditList, useSelectedLog } from './use-audit-logs';

const AuditDialog = lazy(() => import('./audit-dialog'));

export default function AuditPage() {
  const isAdmin = useIsAdmin();
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
        isAdmin && (
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
          {isAdmin && chain.data && <ChainStatus chain={chain.data.data} />}
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
