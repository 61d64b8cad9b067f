import { keepPreviousData } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useAdminAnalytics } from '@/api/generated/hooks/admin-analytics/admin-analytics';
import { errorMessage } from '@/api/error-messages';
import { ChoiceFilter } from '@/components/data-list/choice-filter';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { SkeletonRows } from '@/components/feedback/skeleton';
import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/layout/panel';
import { PlainButton } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Tabs } from '@/components/ui/tabs';
import { staffIcons } from '@/components/ui/staff-icons';
import { useListSearch } from '@/lib/list-search';
import { OverviewTab } from './overview-tab';
import { PerformanceTab } from './performance-tab';
import {
  hasReportData,
  periodLabel,
  PERIODS,
  reportSearch,
  type Period,
  type Report,
  type ReportTab,
} from './report';
import styles from './reports.module.css';
import { RevenueTab } from './revenue-tab';
import { UsageTab } from './usage-tab';
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

function useReport() {
  const { values, set } = useListSearch<{ page: number; period: number; tab: ReportTab }>(
    reportSearch,
  );
  const period = values.period as Period;
  const { tab } = values;
  const query = useAdminAnalytics(
    { period, tab },
    { query: { placeholderData: keepPreviousData, meta: { fallback: FAILED, thrown: FAILED } } },
  );
  return { period, tab, set, query };
}

function Content({
  state,
  Tab,
}: {
  state: ReturnType<typeof useReport>;
  Tab: ComponentType<{ report: Report }>;
}) {
  const { query } = state;
  if (query.isError)
    return (
      <Panel flush>
        <ErrorState
          title="The report could not be loaded"
          message={errorMessage(query.error, { fallback: FAILED, thrown: FAILED })}
          requestId={query.error.requestId}
          retryLabel="Retry"
          onRetry={() => void query.refetch()}
        />
      </Panel>
    );
  if (query.isPending)
    return (
      <Panel flush>
        <SkeletonRows rows={8} label="Loading report" />
      </Panel>
    );
  const report = query.data.data;
  if (!hasReportData(report))
    return (
      <Panel flush>
        <EmptyState icon={staffIcons.chart} title="No data available" />
      </Panel>
    );
  return (
    <div className={query.isPlaceholderData ? styles.stale : undefined}>
      <Tab report={report} />
    </div>
  );
}

export default function ReportsPage() {
  const state = useReport();
  const { period, tab, set, query } = state;
  const exporting = useReportExport(
    query.isPlaceholderData ? undefined : query.data?.data,
    tab,
    period,
  );
  return (
    <>
      <PageHeader
        title="Reports & Analytics"
        actions={
          <>
            <ChoiceFilter
              label="Period"
              value={String(period)}
              choices={PERIODS.map((days) => ({ value: String(days), label: periodLabel(days) }))}
              onChange={(days) => set({ period: Number(days) })}
            />
            {(['pdf', 'excel'] as const).map((format) => (
              <PlainButton
                key={format}
                disabled={exporting.isBusy}
                aria-label={`Export ${format === 'pdf' ? 'PDF' : 'Excel'}`}
                onClick={() => void exporting.run(format)}
              >
                <Icon name="download" size={16} />
                {format === 'pdf' ? 'PDF' : 'Excel'}
              </PlainButton>
            ))}
          </>
        }
      />
      <div className={styles.tabs}>
        <Tabs<ReportTab>
          label="Reports"
          active={tab}
          onChange={(next) => set({ tab: next })}
          tabs={TABS.map(({ key, label, Content: Tab }) => ({
            key,
            label,
            content: <Content state={state} Tab={Tab} />,
          }))}
        />
      </div>
    </>
  );
}
