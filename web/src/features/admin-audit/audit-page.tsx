import { lazy, Suspense } from 'react';
import { useAdminVerifyAudit } from '@/api/generated/hooks/admin-audit/admin-audit';
import { useIsAdmin } from '@/api/use-is-admin';
import { DataList } from '@/components/data-list/data-list';
import { Pager } from '@/components/data-list/pager';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/layout/panel';
import { PlainButton } from '@/components/ui/button';
import { PER_PAGE, type AuditLog } from './audit-log';
import { AuditActions } from './audit-actions';
import { AuditStatistics } from './audit-statistics';
import { auditColumns } from './audit-columns';
import { AuditFilters } from './audit-filters';
import { useAuditExport } from './use-audit-export';
import { useAuditList, useSelectedLog } from './use-audit-logs';
import { ChainStatus } from './chain-status';

const AuditDialog = lazy(() => import('./audit-dialog'));

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return isFiltered ? (
    <EmptyState
      icon="search"
      title="No audit logs found matching your search criteria."
      action={<PlainButton onClick={onClear}>Clear filters</PlainButton>}
    />
  ) : (
    <EmptyState
      icon="scroll"
      title="No audit logs yet"
      hint="Whatever is done leaves a line here."
    />
  );
}

export default function AuditPage() {
  const isAdmin = useIsAdmin();
  const { search, filters, query, isFiltered } = useAuditList();
  const data = query.data?.data;
  const { row: log, open, close } = useSelectedLog(data?.logs);
  const exporting = useAuditExport(filters, data?.logs);
  const chain = useAdminVerifyAudit({
    query: { enabled: false, meta: { fallback: 'The audit trail could not be verified' } },
  });
  return (
    <>
      <PageHeader
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
      />
      {isAdmin && chain.data && <ChainStatus chain={chain.data.data} />}
      <AuditStatistics statistics={data?.statistics} failed={query.isError && !data} />
      <Panel flush>
        <AuditFilters search={search} />
        {query.isError ? (
          <ErrorState
            title="Failed to fetch audit logs"
            message={query.error.message}
            requestId={query.error.requestId}
            retryLabel="Retry"
            onRetry={() => void query.refetch()}
          />
        ) : (
          <>
            <DataList<AuditLog>
              label="Audit logs"
              rows={data?.logs}
              isPending={query.isPending}
              isStale={query.isPlaceholderData}
              columns={auditColumns((row) => open(row.id))}
              keyOf={(row) => row.id}
              skeletonRows={PER_PAGE}
              tableFrom="(min-width: 1100px)"
              empty={<Nothing isFiltered={isFiltered} onClear={search.clear} />}
            />
            {data && data.pagination.total > 0 && (
              <Pager
                info={data.pagination}
                asked={query.isPlaceholderData ? search.values.page : undefined}
                onPage={(page) => search.set({ page })}
              />
            )}
          </>
        )}
      </Panel>
      <Suspense>{log && <AuditDialog log={log} onClose={close} />}</Suspense>
    </>
  );
}
