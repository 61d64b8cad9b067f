import { usePaymentDashboard } from '@/api/generated/hooks/dashboard/dashboard';
import { PageHeader } from '@/components/layout/page-header';
import { StatCards } from '@/components/layout/stat-cards';
import { ButtonLink } from '@/components/ui/button';
import { asList } from '@/lib/list';
import { formatNaira } from '@/lib/money';
import { paths } from '@/lib/paths';
import { changeNote } from './change-note';
import styles from './dashboard-page.module.css';
import { MonthlyUsage } from './monthly-usage';
import { QuickActions } from './quick-actions';
import { RecentActivity } from './recent-activity';
import { SupportChat } from './support-chat';

export default function DashboardPage() {
  const dashboard = usePaymentDashboard({
    query: { meta: { fallback: 'Failed to load dashboard data' } },
  });
  const data = dashboard.data?.data;
  const shown = <T,>(value: T | undefined) => (dashboard.isError ? '–' : value);
  return (
    <>
      <PageHeader title="Dashboard" actions={<ButtonLink to={paths.wallet}>Top up</ButtonLink>} />
      <StatCards
        stats={[
          {
            label: 'Total Proxies',
            value: shown(data?.total_proxies),
            note: changeNote(data?.changes.total_proxies),
          },
          {
            label: 'Active Proxies',
            value: shown(data?.active_proxies),
            note: changeNote(data?.changes.active_proxies),
          },
          {
            label: 'Total Transactions',
            value: shown(data?.total_transactions),
            note: changeNote(data?.changes.total_transactions),
          },
          {
            label: 'Total Top-ups',
            value: shown(data && formatNaira(data.total_top_ups)),
            note: changeNote(data?.changes.total_top_ups),
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
