import { usePaymentDashboard } from '@/api/generated/dashboard';
import { useTeam } from '@/api/use-team';
import { Money } from '@/components/format/money';
import { PageHeader } from '@/components/layout/page-header';
import { StatCards } from '@/components/layout/stat-cards';
import { LinkButton } from '@/components/ui/link-button';
import { asList } from '@/lib/list';
import { once } from '@/lib/once';
import { paths } from '@/lib/paths';
import styles from './dashboard-page.module.css';
import { GetStarted } from './get-started';
import { MonthlyUsage } from './monthly-usage';
import { Overview } from './overview';
import { QuickActions } from './quick-actions';
import { RecentActivity } from './recent-activity';
import { SupportChat } from './support-chat';
import { useFirstSteps } from './use-first-steps';

const percent = once(
  () =>
    new Intl.NumberFormat('en-NG', {
      maximumFractionDigits: 1,
      signDisplay: 'exceptZero',
    }),
);

/** "+12.5% in 30 days"; undefined without an earlier period to compare with. */
const formatChange = (change: number | null | undefined): string | undefined =>
  change === null || change === undefined ? undefined : `${percent().format(change)}% in 30 days`;

export default function DashboardPage() {
  const dashboard = usePaymentDashboard({
    query: { meta: { fallback: 'Failed to load dashboard data' } },
  });
  const { isOwner } = useTeam();
  const data = dashboard.data?.data;
  const steps = useFirstSteps(data);
  const orDash = <T,>(value: T | undefined) => (dashboard.isError ? '–' : value);
  return (
    <>
      <PageHeader
        title="Dashboard"
        actions={isOwner && <LinkButton to={paths.wallet}>Top up</LinkButton>}
      />
      {!dashboard.isError &&
        (steps.length > 0 ? (
          <GetStarted steps={steps} isLoading={!data} />
        ) : (
          <Overview overview={data?.overview} />
        ))}
      <StatCards
        stats={[
          {
            label: 'Total Proxies',
            value: orDash(data?.total_proxies),
            note: formatChange(data?.changes.total_proxies),
          },
          {
            label: 'Active Proxies',
            value: orDash(data?.active_proxies),
            note: formatChange(data?.changes.active_proxies),
          },
          {
            label: 'Total Transactions',
            value: orDash(data?.total_transactions),
            note: formatChange(data?.changes.total_transactions),
          },
          {
            label: 'Total Top-ups',
            value: orDash(data && <Money amount={data.total_top_ups} />),
            note: formatChange(data?.changes.total_top_ups),
          },
        ]}
      />
      <div className={styles.grid}>
        <div className={styles.actions}>
          <QuickActions />
        </div>
        <div className={styles.activity}>
          <RecentActivity />
        </div>
        <div className={styles.months}>
          <MonthlyUsage
            months={data && asList(data.monthly_data)}
            error={dashboard.error}
            onRetry={() => void dashboard.refetch()}
          />
        </div>
      </div>
      <SupportChat />
    </>
  );
}
