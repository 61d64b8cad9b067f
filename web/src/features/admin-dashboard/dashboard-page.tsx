import BarChartOutlined from '@ant-design/icons/BarChartOutlined';
import CloudServerOutlined from '@ant-design/icons/CloudServerOutlined';
import SafetyOutlined from '@ant-design/icons/SafetyOutlined';
import TeamOutlined from '@ant-design/icons/TeamOutlined';
import {
  Col,
  Row,
  Alert,
  Descriptions,
  Typography,
  Flex,
  Button,
  Card,
  Empty,
  Skeleton,
} from 'antd';
import { lazy, Suspense } from 'react';
import { useCanOpen } from '@/api/use-can';
import { Panel } from '@/components/layout/panel';
import { LinkButton } from '@/components/ui/link-button';
import { adminPaths } from '@/lib/admin-paths';
import { Money } from '@/components/format/money';
import { formatNumber } from '@/lib/number';
import { type DashboardData, isEmptyDashboard } from './dashboard';
import { StatIcon } from './stat-icon';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { useAdminDashboard } from '@/api/generated/admin-dashboard';
import { ErrorState } from '@/components/feedback/error-state';
import { HIDDEN_FROM_SUB_ADMINS } from '@/components/format/private-money';
import { PageHeader } from '@/components/layout/page-header';
import { StatisticCards, type StatisticCard } from '@/components/layout/statistic-cards';
import { formatDateTime } from '@/lib/date';
import { Alerts } from './alerts';
import { RecentActivity } from './recent-activity';
import { SetupChecklist } from './setup-checklist';
import { QueueOfWork, TodayCards } from './today';
import { failure } from '@/api/failures';

// Its table is the heaviest part of the page, and below the first screen.
const MonthlyUsage = lazy(() => import('./monthly-usage'));
const MONTH_ROW_PX = 39;

const ACTIONS = [
  {
    to: adminPaths.users,
    label: 'Manage Users',
    icon: <TeamOutlined aria-hidden />,
  },
  {
    to: adminPaths.proxies,
    label: 'Proxy Servers',
    icon: <CloudServerOutlined aria-hidden />,
  },
  {
    to: adminPaths.reports,
    label: 'View Reports',
    icon: <BarChartOutlined aria-hidden />,
  },
  {
    to: adminPaths.audit,
    label: 'Security Logs',
    icon: <SafetyOutlined aria-hidden />,
  },
] as const;

export function QuickActions() {
  const canOpen = useCanOpen();
  return (
    <Panel title="Quick Actions">
      <Row gutter={[8, 8]}>
        {ACTIONS.filter(({ to }) => canOpen(to)).map(({ to, label, icon }) => (
          <Col key={to} flex="1 1 150px">
            <LinkButton block to={to} icon={icon}>
              {label}
            </LinkButton>
          </Col>
        ))}
      </Row>
    </Panel>
  );
}

export function Revenue({ revenue }: { revenue: DashboardData['revenue_analytics'] }) {
  return (
    <Panel
      title="Revenue Analytics"
      action={<Typography.Text type="secondary">Last 30 days</Typography.Text>}
    >
      {revenue === null ? (
        <Alert
          type="info"
          role="note"
          showIcon
          title="Revenue analytics is restricted to admin users only"
        />
      ) : (
        <Descriptions
          column={1}
          size="small"
          colon={false}
          styles={{ content: { justifyContent: 'flex-end' } }}
          items={[
            { label: 'Revenue', children: <Money amount={revenue.monthly_revenue} /> },
            { label: 'Orders', children: formatNumber(revenue.total_orders) },
            { label: 'Average order value', children: <Money amount={revenue.avg_order_value} /> },
            {
              label: 'Total revenue, all time',
              children: <Money amount={revenue.total_revenue} />,
            },
          ]}
        />
      )}
    </Panel>
  );
}

type ServerStat = DashboardData['server_stats'][number];

/** The meaning of the colour as text for screen readers. */
const STATUS_LABELS: Partial<Record<ServerStat['color'], string>> = {
  green: 'good',
  orange: 'needs attention',
  red: 'bad',
};

export function ServerPerformance({ stats }: { stats: readonly ServerStat[] }) {
  return (
    <Panel title="Server Performance">
      <Descriptions
        column={1}
        size="small"
        colon={false}
        styles={{ content: { justifyContent: 'flex-end' } }}
        items={stats.map(({ label, value, color, icon }) => ({
          label,
          children: (
            <Flex align="center" gap="small">
              {STATUS_LABELS[color] && (
                <span className="visually-hidden">{STATUS_LABELS[color]}: </span>
              )}
              <strong>{value}</strong>
              <StatIcon color={color} icon={icon} />
            </Flex>
          ),
        }))}
      />
    </Panel>
  );
}

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
      <QueueOfWork queue={data.queue} />
      <StatisticCards cards={toCards(data.stats)} />
      <TodayCards today={data.today} />
      <SetupChecklist steps={data.setup} />
      <Row gutter={[16, 16]}>
        <Col xs={24} lg={15}>
          <Flex vertical gap="middle">
            <Suspense
              fallback={
                <Panel title="Monthly Usage & Spending">
                  <div style={{ height: (data.monthly_data.length + 1) * MONTH_ROW_PX - 32 }} />
                </Panel>
              }
            >
              <MonthlyUsage months={data.monthly_data} />
            </Suspense>
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
          <ErrorState {...failure(query, FAILED, 'Error loading dashboard')} />
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
