import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { Button, Card, Col, Empty, Flex, Row, Skeleton, Typography } from 'antd';
import { errorMessage } from '@/api/error-messages';
import { useAdminDashboard } from '@/api/generated/admin-dashboard';
import { ErrorState } from '@/components/feedback/error-state';
import { HIDDEN_FROM_SUB_ADMINS } from '@/components/format/private-money';
import { PageHeader } from '@/components/layout/page-header';
import { StatisticCards, type StatisticCard } from '@/components/layout/statistic-cards';
import { formatDateTime } from '@/lib/date';
import { Alerts } from './alerts';
import { isEmptyDashboard, type DashboardData } from './dashboard';
import { MonthlyUsage } from './monthly-usage';
import { QuickActions } from './quick-actions';
import { RecentActivity } from './recent-activity';
import { Revenue } from './revenue';
import { ServerPerformance } from './server-performance';
import { StatIcon } from './stat-icon';

const FAILED = 'Failed to load dashboard data';
const REFRESH_MS = 60_000;

const toCards = (stats: DashboardData['stats']): StatisticCard[] =>
  stats.map(({ label, value, change, color, icon }) => ({
    label,
    icon: <StatIcon color={color} icon={icon} />,
    value: value ?? <Typography.Text type="secondary">{HIDDEN_FROM_SUB_ADMINS}</Typography.Text>,
    note: change && `${change} compared with 30 days ago`,
  }));

const LOADING_CARDS: StatisticCard[] = (
  [
    ['Total Users', 'users'],
    ['Active Proxies', 'proxies'],
    ['Orders (30 days)', 'orders'],
    ['Revenue (30 days)', 'revenue'],
  ] as const
).map(([label, icon]) => ({
  label,
  value: undefined,
  icon: <StatIcon color="gray" icon={icon} />,
}));

function Content({ data }: { data: DashboardData }) {
  return (
    <>
      <Alerts alerts={data.alerts} />
      <StatisticCards cards={toCards(data.stats)} />
      <Row gutter={[16, 16]}>
        <Col xs={24} lg={15}>
          <Flex vertical gap="middle">
            <MonthlyUsage months={data.monthly_data} />
            <RecentActivity activity={data.recent_activity} />
          </Flex>
        </Col>
        <Col xs={24} lg={9}>
          <Flex vertical gap="middle">
            <QuickActions />
            <Revenue revenue={data.revenue_analytics} />
            <ServerPerformance stats={data.server_stats} />
          </Flex>
        </Col>
      </Row>
    </>
  );
}

function Loading() {
  return (
    <>
      <StatisticCards cards={LOADING_CARDS} />
      <Row gutter={[16, 16]}>
        <Col xs={24} lg={15}>
          <Card>
            <Skeleton active paragraph={{ rows: 10 }} />
          </Card>
        </Col>
        <Col xs={24} lg={9}>
          <Card>
            <Skeleton active paragraph={{ rows: 6 }} />
          </Card>
        </Col>
      </Row>
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
          <Button
            icon={<ReloadOutlined aria-hidden />}
            disabled={query.isFetching}
            onClick={() => void query.refetch()}
          >
            Refresh
          </Button>
        }
      />
      {query.isPending && <Loading />}
      {query.isError && !data && (
        <Card>
          <ErrorState
            title="Error loading dashboard"
            message={errorMessage(query.error, { fallback: FAILED, thrown: FAILED })}
            requestId={query.error.requestId}
            onRetry={() => void query.refetch()}
          />
        </Card>
      )}
      {query.isSuccess && (!data || isEmptyDashboard(data)) && (
        <Card>
          <Empty description="No dashboard data available" />
        </Card>
      )}
      {data && !isEmptyDashboard(data) && <Content data={data} />}
    </>
  );
}
