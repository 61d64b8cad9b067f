import { Alert, Button } from 'antd';
import { ErrorState } from '@/components/feedback/error-state';
import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/layout/panel';
import { StatCards } from '@/components/layout/stat-cards';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { Icon } from '@/components/ui/icon';
import { formatBytes } from '@/lib/bytes';
import { formatDateTime } from '@/lib/date';
import { formatNumber } from '@/lib/number';
import { Countries } from './countries';
import { Failures } from './failures';
import { NoUsage } from './no-usage';
import { Protocols } from './protocols';
import { Targets } from './targets';
import { Traffic } from './traffic';
import { UsageFilters } from './usage-filters';
import styles from './usage-page.module.css';
import { useUsage, type UsageReport } from './use-usage';

function Totals({ totals }: { totals: UsageReport['totals'] | undefined }) {
  const stats = [
    { label: 'Received', value: totals && formatBytes(totals.down) },
    { label: 'Sent', value: totals && formatBytes(totals.up) },
    { label: 'Requests', value: totals && formatNumber(totals.requests) },
    { label: 'Failures', value: totals && formatNumber(totals.failures) },
  ];
  return <StatCards stats={stats} />;
}

const isUnused = ({ down, up, requests, failures }: UsageReport['totals']): boolean =>
  down + up + requests + failures === 0;

export default function UsagePage() {
  const { search, selection, report, failures, file, targetRange } = useUsage();
  // Rendered together, so that neither moves the other.
  const data = failures.isPending ? undefined : report.data?.data;
  const isUnusedPeriod = data && isUnused(data.totals) && failures.data?.data.length === 0;
  const { values } = search;
  const isStale = report.isPlaceholderData || failures.isPlaceholderData;
  return (
    <>
      <PageHeader
        title="Usage"
        lead="Where your traffic went, to the megabyte."
        actions={
          <Button
            icon={<Icon name="download" size={16} />}
            disabled={file.isPending || !data}
            onClick={() => file.mutate()}
          >
            Download CSV
          </Button>
        }
      />
      <UsageFilters
        search={search}
        selection={selection}
        isBusy={report.isFetching}
        errors={report.error?.fieldErrors}
      />
      {report.isError ? (
        <Panel>
          <ErrorState
            title="Error Loading Data"
            message={report.error.message}
            requestId={report.error.requestId}
            onRetry={() => void report.refetch()}
          />
        </Panel>
      ) : isUnusedPeriod && !isStale ? (
        <NoUsage
          isFiltered={values.period !== '30d' || values.proxy_id > 0}
          onClear={search.clear}
        />
      ) : (
        <div
          className={`${styles.stack} ${isStale ? styles.stale : ''}`}
          aria-busy={isStale || report.isPending}
        >
          <Totals totals={data?.totals} />
          {values.proxy_id > 0 && data?.projected_end_at && (
            <Alert
              type="info"
              showIcon
              title={`At the present rate, the traffic of this proxy lasts until ${formatDateTime(data.projected_end_at)}.`}
            />
          )}
          {data ? (
            <>
              <Traffic report={data} />
              <div className={styles.columns}>
                <div className={styles.stack}>
                  <Countries report={data} />
                  <Protocols report={data} />
                </div>
                <Failures
                  failures={failures.data?.data}
                  error={failures.error}
                  onRetry={() => void failures.refetch()}
                />
              </div>
            </>
          ) : (
            <Panel title="Traffic">
              <LoadingRows rows={6} label="Loading usage" />
            </Panel>
          )}
        </div>
      )}
      {/* With the rest: what is above it would move it. */}
      {data && !report.isError && (
        <div className={styles.targets}>
          <Targets range={targetRange} />
        </div>
      )}
    </>
  );
}
