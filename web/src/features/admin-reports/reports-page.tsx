import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import { keepPreviousData } from '@tanstack/react-query';
import { Button, Card, Empty, Select, Skeleton, Tabs } from 'antd';
import type { ComponentType } from 'react';
import { errorMessage } from '@/api/error-messages';
import { useAdminAnalytics } from '@/api/generated/admin-analytics';
import { ErrorState } from '@/components/feedback/error-state';
import { PageHeader } from '@/components/layout/page-header';
import { useListSearch } from '@/lib/list-search';
import { OverviewTab } from './overview-tab';
import { PerformanceTab } from './performance-tab';
import { pageSearch, type PageTab, type ProfitGroup } from './profit';
import { ProfitTab } from './profit-tab';
import {
  hasReportData,
  periodLabel,
  PERIODS,
  type Period,
  type Report,
  type ReportTab,
} from './report';
import { RevenueTab } from './revenue-tab';
import { UsageTab } from './usage-tab';
import { useProfitExport } from './use-profit-export';
import { useReportExport } from './use-report-export';

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

const PERIOD_OPTIONS = PERIODS.map((days) => ({ value: days, label: periodLabel(days) }));

interface PageSearch {
  page: number;
  period: number;
  tab: PageTab;
  group: ProfitGroup;
}

function useReport() {
  const { values, set } = useListSearch<PageSearch>(pageSearch);
  const period = values.period as Period;
  const { tab, group } = values;
  const analyticsTab: ReportTab = tab === 'profit' ? 'overview' : tab;
  const query = useAdminAnalytics(
    { period, tab: analyticsTab },
    {
      query: {
        enabled: tab !== 'profit',
        placeholderData: keepPreviousData,
        meta: { fallback: FAILED, thrown: FAILED },
      },
    },
  );
  return { period, tab, analyticsTab, group, set, query };
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
          title="The report could not be loaded"
          message={errorMessage(query.error, { fallback: FAILED, thrown: FAILED })}
          requestId={query.error.requestId}
          retryLabel="Retry"
          onRetry={() => void query.refetch()}
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
            <Select
              aria-label="Period"
              value={period}
              options={PERIOD_OPTIONS}
              onChange={(days) => set({ period: days })}
              style={{ minWidth: 130 }}
            />
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
