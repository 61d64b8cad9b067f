import type { adminAnalytics } from '@/api/generated/admin-analytics';
import { choiceField, numberField, pageField } from '@/lib/list-search';

export type Report = Awaited<ReturnType<typeof adminAnalytics>>['data'];

export const PERIODS = [7, 30, 90, 365] as const;
export type Period = (typeof PERIODS)[number];

export const TABS = ['overview', 'proxy-usage', 'revenue', 'performance'] as const;
export type ReportTab = (typeof TABS)[number];

const known = (days: number): days is Period => PERIODS.some((period) => period === days);

export const reportSearch = {
  page: pageField,
  period: numberField(30, known),
  tab: choiceField(TABS, 'overview'),
};

export const periodLabel = (days: number): string =>
  days === 365 ? 'Last year' : `Last ${days} days`;

/** Whether the report has any data. */
export const hasReportData = (report: Report): boolean =>
  report.overview_stats.length > 0 || report.revenue_data.length > 0;
