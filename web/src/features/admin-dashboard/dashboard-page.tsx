import { useAdminDashboard } from '@/api/generated/hooks/admin-dashboard/admin-dashboard';
import { errorMessage } from '@/api/error-messages';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { SkeletonRows } from '@/components/feedback/skeleton';
import { HIDDEN_FROM_SUB_ADMINS } from '@/components/format/private-money';
import { StatMark } from '@/components/format/stat-mark';
import columns from '@/components/layout/columns.module.css';
import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/layout/panel';
import { StatCards, type Stat } from '@/components/layout/stat-cards';
import { PlainButton } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { formatDateTime } from '@/lib/date';
import { Alerts } from './alerts';
import { isEmptyDashboard, type DashboardData } from './dashboard';
import styles from './dashboard.module.css';
import { MonthlyUsage } from './monthly-usage';
import { QuickActions } from './quick-actions';
import { RecentActivity } from './recent-activity';
import { Revenue } from './revenue';
import { ServerPerformance } from './server-performance';

const FAILED = 'Failed to load dashboard data';
const REFRESH_MS = 60_000;

const toStats = (stats: DashboardData['stats']): Stat[] =>
  stats.map(({ label, value, change, color, icon }) => ({
    label,
    mark: <StatMark color={color} icon={icon} />,
    value: value ?? <span className={styles.hidden}>{HIDDEN_FROM_SUB_ADMINS}</span>,
    note: change && `${change} against 30 days ago`,
  }));

const WAITING: Stat[] = (
  [
    ['Total Users', 'users'],
    ['Active Proxies', 'proxies'],
    ['Orders (30 days)', 'orders'],
    ['Revenue (30 days)', 'revenue'],
  ] as const
).map(([label, icon]) => ({
  label,
  value: undefined,
  mark: <StatMark color="gray" icon={icon} />,
}));

function Content({ data }: { data: DashboardData }) {
  return (
    <>
      <Alerts alerts={data.alerts} />
      <StatCards stats={toStats(data.stats)} />
      <div className={columns.columns}>
        <div className={columns.stack}>
          <MonthlyUsage months={data.monthly_data} />
          <RecentActivity activity={data.recent_activity} />
        </div>
        <div className={columns.stack}>
          <QuickActions />
          <Revenue revenue={data.revenue_analytics} />
          <ServerPerformance stats={data.server_stats} />
        </div>
      </div>
    </>
  );
}

function Waiting() {
  return (
    <>
      <StatCards stats={WAITING} />
      <div className={columns.columns}>
        <Panel flush>
          <SkeletonRows rows={10} label="Loading dashboard" />
        </Panel>
        <Panel flush>
          <SkeletonRows rows={6} />
        </Panel>
      </div>
    </>
  );
}

export default function AdminDashboardPage() {
  const query = useAdminDashboard({
    query: { meta: { fallback: FAILED, thrown: FAILED }, refetchInterval: REFRESH_MS },
  });
  const data = query.data?.data;
  return (
    <>
      <PageHeader
        title="Admin Dashboard"
        lead={data && `Last updated: ${formatDateTime(data.last_updated)}`}
        actions={
          <PlainButton disabled={query.isFetching} onClick={() => void query.refetch()}>
            <Icon name="refresh" size={16} />
            Refresh
          </PlainButton>
        }
      />
      {query.isPending && <Waiting />}
      {query.isError && !data && (
        <Panel flush>
          <ErrorState
            title="Error loading dashboard"
            message={errorMessage(query.error, { fallback: FAILED, thrown: FAILED })}
            requestId={query.error.requestId}
            onRetry={() => void query.refetch()}
          />
        </Panel>
      )}
      {data && isEmptyDashboard(data) && (
        <Panel flush>
          <EmptyState icon="dashboard" title="No dashboard data available" />
        </Panel>
      )}
      {data && !isEmptyDashboard(data) && <Content data={data} />}
    </>
  );
}
