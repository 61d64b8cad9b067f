import { FigureTable } from '@/components/charts/figure-table';
import { Country } from '@/components/format/country';
import { Panel } from '@/components/layout/panel';
import { countBytes, type UsageReport, type UsageFailure, useUsage } from './use-usage';
import { Link } from 'react-router-dom';
import type { ApiError } from '@/api/api-error';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { formatDateTime } from '@/lib/date';
import { formatNumber } from '@/lib/number';
import { helpPath } from '@/lib/page-paths';
import styles from './usage-page.module.css';
import { Button } from 'antd';
import { useListProxies } from '@/api/generated/proxies';
import { useTeam } from '@/api/use-team';
import { EmptyState } from '@/components/feedback/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { paths } from '@/lib/paths';
import { PageHeader } from '@/components/layout/page-header';
import { StatCards } from '@/components/layout/stat-cards';
import { Icon } from '@/components/ui/icon';
import { formatBytes } from '@/lib/bytes';
import { Targets } from './targets';
import { Traffic } from './traffic';
import { UsageFilters } from './usage-filters';
import type { ReactNode } from 'react';

interface Share {
  key: string;
  name: ReactNode;
  bytes: number;
  requests: number;
  /** Left out where failures are not counted by it. */
  failures?: number;
}

interface ShareTableProps {
  /** Names the table. */
  label: string;
  /** Head of the first column. */
  what: string;
  shares: readonly Share[];
  /** Bytes of which the shares are parts. */
  all: number;
}

/** Parts of the traffic of a period. */
function ShareTable({ label, what, shares, all }: ShareTableProps) {
  const hasFailures = shares.some(({ failures }) => failures !== undefined);
  return (
    <FigureTable
      label={label}
      head={[what, 'Traffic', 'Share', 'Requests', ...(hasFailures ? ['Failures'] : [])]}
      rows={shares.map(({ key, name, bytes, requests, failures }) => ({
        key,
        title: name,
        figures: [
          formatBytes(bytes),
          all > 0 ? `${formatNumber(Math.round((bytes / all) * 100))}%` : 'N/A',
          formatNumber(requests),
          ...(failures === undefined ? [] : [formatNumber(failures)]),
        ],
      }))}
    />
  );
}

/** Sums by the country that the proxies were bought for. */
export function Countries({ report }: { report: UsageReport }) {
  return (
    <Panel title="By country" flush>
      <ShareTable
        label="Usage by country"
        what="Country"
        all={countBytes(report.totals)}
        shares={report.countries.map(({ country, requests, failures, ...traffic }) => ({
          ...{ key: country, name: <Country code={country} /> },
          ...{ bytes: countBytes(traffic), requests, failures },
        }))}
      />
    </Panel>
  );
}

interface FailuresProps {
  failures: readonly UsageFailure[] | undefined;
  error: ApiError | null;
  onRetry: () => void;
}

function FailureList({ failures, error, onRetry }: FailuresProps) {
  if (error)
    return (
      <ErrorState
        title="The failures could not be loaded"
        requestId={error.requestId}
        onRetry={onRetry}
      />
    );
  if (!failures) return <LoadingRows rows={3} label="Loading failures" />;
  if (failures.length === 0) return <p className={styles.none}>No request was refused.</p>;
  return (
    <ul className={styles.failures}>
      {failures.map(({ reason, count, last_at, title, cause, how_to_fix }) => (
        <li key={reason}>
          <div className={styles.failureHead}>
            <h3>{title}</h3>
            <span className={styles.count}>
              {formatNumber(count)} {count === 1 ? 'time' : 'times'}
            </span>
          </div>
          <p>{cause}</p>
          <p className={styles.fix}>
            <strong>How to fix:</strong> {how_to_fix}
          </p>
          <p className={styles.when}>
            <Link to={`${helpPath('proxy-errors')}#${reason.toLowerCase()}`}>{reason}</Link>, last
            on {formatDateTime(last_at)}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Refused requests by reason; kept for 90 days. */
export function Failures(props: FailuresProps) {
  return (
    <Panel title="Failures by reason" flush>
      <FailureList {...props} />
    </Panel>
  );
}

/** Leads to the first connection, or to the first proxy for one. */
export function NoUsage({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { data } = useListProxies(
    { page: 1, per_page: 50 },
    { query: { enabled: !isFiltered, meta: { quiet: true } } },
  );
  const { canBuy } = useTeam();
  const hasNone = data?.data.pagination.total === 0;
  if (isFiltered)
    return (
      <Panel>
        <EmptyState
          icon="signal"
          title="No usage in this period"
          hint="Choose a longer period or another proxy."
          action={<Button onClick={onClear}>Clear filters</Button>}
        />
      </Panel>
    );
  return (
    <Panel>
      <EmptyState
        icon="signal"
        title="No usage yet"
        hint={
          hasNone
            ? 'Buy a proxy and connect a program to it. Every megabyte will be listed here.'
            : 'Open one of your proxies, copy its connection details into your program and load a page.'
        }
        action={
          hasNone ? (
            canBuy && (
              <LinkButton type="primary" to={paths.buyProxy}>
                Buy New Proxy
              </LinkButton>
            )
          ) : (
            <>
              <LinkButton type="primary" to={paths.proxyHistory}>
                Make your first connection
              </LinkButton>
              <Link to={helpPath('how-to-connect')}>How to connect</Link>
            </>
          )
        }
      />
    </Panel>
  );
}

const LABELS: Record<UsageReport['protocols'][number]['protocol'], string> = {
  http: 'HTTP',
  connect: 'HTTPS (tunnels)',
  socks5: 'SOCKS5',
  unknown: 'Not recorded',
};

/** Sums by how the clients connected, and how many did at once. */
export function Protocols({ report }: { report: UsageReport }) {
  const { protocols, peak_connections: peak } = report;
  if (protocols.length === 0) return null;
  return (
    <Panel title="By protocol" flush>
      <ShareTable
        label="Usage by protocol"
        what="Protocol"
        all={countBytes(report.totals)}
        shares={protocols.map(({ protocol, requests, ...traffic }) => ({
          ...{ key: protocol, name: LABELS[protocol] },
          ...{ bytes: countBytes(traffic), requests },
        }))}
      />
      {peak > 0 && (
        <p className={styles.peak}>
          {peak === 1
            ? 'No proxy had more than 1 connection open at once.'
            : `The most connections that one proxy had open at once: ${formatNumber(peak)}.`}
        </p>
      )}
    </Panel>
  );
}

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
          {data ? (
            <>
              <Traffic report={data} isOfOne={values.proxy_id > 0} />
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
