import { StatisticCards } from '@/components/layout/statistic-cards';
import { formatNumber } from '@/lib/number';
import { type Report, hasReportData, PERIODS, toPeriodParams, type ReportTab } from './report';
import { Empty, Button, Card, Skeleton, Tabs } from 'antd';
import { Money } from '@/components/format/money';
import { Panel } from '@/components/layout/panel';
import type { Column } from '@/components/list-page/columns';
import { ListRows } from '@/components/list-page/list-rows';
import { PeriodPicker } from '@/components/form/period-picker';
import { toDateRange, type PeriodSearch } from '@/lib/date-range';
import { capitalise } from '@/lib/text';
import { ShareProgress } from './share-progress';
import { useAdminExportProfit, useAdminAnalytics } from '@/api/generated/admin-analytics';
import { useMessage } from '@/components/feedback/use-message';
import { saveFile } from '@/lib/download';
import { type ProfitFormat, type ProfitGroup, pageSearch, type PageTab } from './profit';
import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import { keepPreviousData } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { ErrorState } from '@/components/feedback/error-state';
import { PageHeader } from '@/components/layout/page-header';
import { useListSearch } from '@/lib/list-search';
import { OverviewTab } from './overview-tab';
import { ProfitTab } from './profit-tab';
import { RevenueTab } from './revenue-tab';
import { useReportExport } from './use-report-export';
import { failure } from '@/api/failures';

const NO_DATA = 'No data yet';

const formatMetric = (value: number | null, unit: string): string =>
  value === null ? NO_DATA : `${formatNumber(value)}${unit}`;

export function PerformanceTab({ report }: { report: Report }) {
  const metrics = report.performance_metrics;
  return (
    <StatisticCards
      cards={[
        {
          label: 'Average Response Time',
          value: formatMetric(metrics.avg_response_time, ' ms'),
          note:
            metrics.p95_response_time === null
              ? 'Of the API'
              : `95% of requests under ${formatNumber(metrics.p95_response_time)} ms`,
        },
        {
          label: 'Success Rate',
          value: formatMetric(metrics.success_rate, '%'),
          note: `Without a server error, of ${formatNumber(metrics.requests)} requests`,
        },
        {
          label: 'Uptime',
          value: formatMetric(metrics.uptime, '%'),
          note: 'Minutes in which the API was running',
        },
        {
          label: 'Bandwidth',
          value: formatMetric(metrics.bandwidth_usage, ' GB'),
          note: 'Through the gateway, both directions',
        },
      ]}
    />
  );
}

type TypeUsage = Report['proxy_type_usage'][number] & { id: number };

const columns: Column<TypeUsage>[] = [
  { title: 'Type', card: 'title', render: ({ type }) => capitalise(type) },
  { title: 'Share', render: ({ percentage }) => <ShareProgress percent={percentage} /> },
  { title: 'Count', numeric: true, render: ({ count }) => formatNumber(count) },
  {
    title: 'Revenue',
    numeric: true,
    card: 'lead',
    render: ({ revenue }) => <Money amount={revenue} />,
  },
];

export function UsageTab({ report }: { report: Report }) {
  return (
    <Panel title="Proxies Sold by Type" flush>
      <ListRows<TypeUsage>
        label="Proxies sold by type"
        columns={columns}
        rows={report.proxy_type_usage.map((usage, id) => ({ ...usage, id }))}
        skeletonRows={3}
        empty={<Empty description="No data available" />}
      />
    </Panel>
  );
}

const NAMES: Record<ProfitFormat, string> = { pdf: 'PDF', xlsx: 'EXCEL', csv: 'CSV' };

export function useProfitExport(period: PeriodSearch, group: ProfitGroup) {
  const message = useMessage();
  const request = useAdminExportProfit({ mutation: { meta: { quiet: true } } });

  const run = async (format: ProfitFormat): Promise<void> => {
    const days = toDateRange(period);
    const closeProgress = message.info(`Generating ${NAMES[format]} report...`);
    try {
      const content = await request.mutateAsync({ data: { format, group_by: group, ...days } });
      saveFile(content, `profit-${group}-${days.from}-${days.to}.${format}`);
      message.success(`${NAMES[format]} report downloaded successfully!`);
    } catch {
      message.error(`Failed to export ${NAMES[format]} report`);
    } finally {
      closeProgress();
    }
  };

  return { run, isBusy: request.isPending };
}

const FAILED = 'Failed to fetch analytics data';

const TABS: readonly {
  key: ReportTab;
  label: string;
  Content: ComponentType<{ report: Report }>;
}[] = [
  { key: 'overview', label: 'Overview', Content: OverviewTab },
  { key: 'proxy-usage', label: 'Proxy Usage', Content: UsageTab },
  { key: 'revenue', label: 'Revenue', Content: RevenueTab },
  { key: 'performance', label: 'Performance', Content: PerformanceTab },
];

interface PageSearch extends PeriodSearch {
  page: number;
  tab: PageTab;
  group: ProfitGroup;
}

function useReport() {
  const { values, set } = useListSearch<PageSearch>(pageSearch);
  const { tab, group, period, from, to } = values;
  const analyticsTab: ReportTab = tab === 'profit' ? 'overview' : tab;
  const query = useAdminAnalytics(
    { ...toPeriodParams(values), tab: analyticsTab },
    {
      query: {
        enabled: tab !== 'profit',
        placeholderData: keepPreviousData,
        meta: { fallback: FAILED, thrown: FAILED },
      },
    },
  );
  return { period: { period, from, to }, tab, analyticsTab, group, set, query };
}

interface TabContentProps {
  query: ReturnType<typeof useReport>['query'];
  Content: ComponentType<{ report: Report }>;
}

function TabContent({ query, Content }: TabContentProps) {
  if (query.isError)
    return (
      <Card>
        <ErrorState
          {...failure(query, FAILED, 'The report could not be loaded')}
          retryLabel="Retry"
        />
      </Card>
    );
  if (query.isPending)
    return (
      <Card role="status">
        <span className="visually-hidden">Loading report</span>
        <Skeleton active paragraph={{ rows: 8 }} />
      </Card>
    );
  const report = query.data.data;
  if (!hasReportData(report))
    return (
      <Card>
        <Empty description="No data available" />
      </Card>
    );
  return (
    <div
      aria-busy={query.isPlaceholderData}
      style={{ opacity: query.isPlaceholderData ? 0.55 : 1 }}
    >
      <Content report={report} />
    </div>
  );
}

const EXPORTS = {
  PDF: { analytics: 'pdf', profit: 'pdf' },
  Excel: { analytics: 'excel', profit: 'xlsx' },
} as const;

export default function ReportsPage() {
  const { period, tab, analyticsTab, group, set, query } = useReport();
  const exporting = useReportExport(
    query.isPlaceholderData ? undefined : query.data?.data,
    analyticsTab,
    period,
  );
  const profitExporting = useProfitExport(period, group);
  const isProfit = tab === 'profit';
  const isBusy = exporting.isBusy || profitExporting.isBusy;
  return (
    <>
      <PageHeader
        title="Reports & Analytics"
        actions={
          <>
            <PeriodPicker label="Period" own={PERIODS} value={period} onChange={set} />
            {(['PDF', 'Excel'] as const).map((label) => (
              <ExportButton
                key={label}
                label={label}
                disabled={isBusy}
                onClick={() =>
                  void (isProfit
                    ? profitExporting.run(EXPORTS[label].profit)
                    : exporting.run(EXPORTS[label].analytics))
                }
              />
            ))}
            {isProfit && (
              <ExportButton
                label="CSV"
                disabled={isBusy}
                onClick={() => void profitExporting.run('csv')}
              />
            )}
          </>
        }
      />
      <Tabs
        activeKey={tab}
        onChange={(key) => set({ tab: key as PageTab })}
        destroyOnHidden
        items={[
          ...TABS.map(({ key, label, Content }) => ({
            key,
            label,
            children: <TabContent query={query} Content={Content} />,
          })),
          {
            key: 'profit',
            label: 'Profit',
            children: (
              <ProfitTab period={period} group={group} onGroup={(next) => set({ group: next })} />
            ),
          },
        ]}
      />
    </>
  );
}

interface ExportButtonProps {
  label: string;
  disabled: boolean;
  onClick: () => void;
}

function ExportButton({ label, disabled, onClick }: ExportButtonProps) {
  return (
    <Button
      icon={<DownloadOutlined aria-hidden />}
      disabled={disabled}
      aria-label={`Export ${label}`}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
