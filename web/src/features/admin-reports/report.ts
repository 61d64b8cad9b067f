import type { adminAnalytics } from '@/api/generated/admin-analytics';
import type { AdminAnalyticsParams, AnalyticsPeriod } from '@/api/generated/api.schemas';
import { periodSearch, type PeriodSearch } from '@/lib/date-range';
import { choiceField, pageField } from '@/lib/list-search';

export type Report = Awaited<ReturnType<typeof adminAnalytics>>['data'];

/** Days, before the periods of the calendar. */
export const PERIODS = ['7', '30', '90', '365'] as const;

export const TABS = ['overview', 'proxy-usage', 'revenue', 'performance'] as const;
export type ReportTab = (typeof TABS)[number];

export const reportSearch = {
  page: pageField,
  ...periodSearch(PERIODS, '30'),
  tab: choiceField(TABS, 'overview'),
};

/** The period as the API takes it. */
export function toPeriodParams({ period, from, to }: PeriodSearch): AdminAnalyticsParams {
  if (period === 'custom') return { from: from || undefined, to: to || undefined };
  return { period: period as AnalyticsPeriod };
}

/** Whether the report has any data. */
export const hasReportData = (report: Report): boolean =>
  report.overview_stats.length > 0 || report.revenue_data.length > 0;
