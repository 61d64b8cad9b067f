import { nameCountry } from '../../common/country';
import { readableMonth } from '../../common/time/calendar';
import { readableRange } from '../../common/time/period';
import type { AnalyticsData, AnalyticsTab } from './analytics.dto';
import { toColumns, type Report, type ReportCell, type ReportTable } from './report-file';

const TITLES: Record<AnalyticsTab, string> = {
  overview: 'Overview',
  'proxy-usage': 'Proxy usage',
  revenue: 'Revenue',
  performance: 'Performance',
};

const TYPE_NAMES = { datacenter: 'Datacenter', residential: 'Residential', mobile: 'Mobile' };

/** The numbers behind `overview_stats`, in its order. */
const keyNumbers = (data: AnalyticsData): readonly ReportCell[] => [
  { value: data.revenue_analytics.total_revenue, kind: 'naira' },
  { value: data.revenue_analytics.total_orders, kind: 'count' },
  { value: data.revenue_data.reduce((sum, { users }) => sum + users, 0), kind: 'count' },
  { value: data.proxy_type_usage.reduce((sum, type) => sum + type.count, 0), kind: 'count' },
];

const keyFigures = (data: AnalyticsData): ReportTable => ({
  title: 'Key figures',
  columns: toColumns({ Figure: 'text', Value: 'count', 'Change from the previous period': 'text' }),
  rows: data.overview_stats.map(({ label, change }, index) => [
    ...[label, keyNumbers(data)[index]!, change],
  ]),
});

const revenueByMonth = (data: AnalyticsData): ReportTable => ({
  title: 'Revenue by month',
  columns: toColumns({ Month: 'text', Revenue: 'naira', 'New users': 'count' }),
  rows: data.revenue_data.map((month) => [readableMonth(month.month), month.revenue, month.users]),
  bars: 1,
});

const salesByType = (data: AnalyticsData): ReportTable => ({
  title: 'Proxies sold by type',
  columns: toColumns({ Type: 'text', Proxies: 'count', Share: 'percent', Revenue: 'naira' }),
  rows: data.proxy_type_usage.map(({ type, count, percentage, revenue }) => [
    ...[TYPE_NAMES[type], count, percentage, revenue],
  ]),
  bars: 1,
});

const revenueByCountry = (data: AnalyticsData): ReportTable => ({
  title: 'Revenue by country',
  columns: toColumns({ Country: 'text', Customers: 'count', Revenue: 'naira', Share: 'percent' }),
  rows: data.top_countries.map(({ country, users, revenue, percentage }) => [
    ...[country === 'zz' ? 'Random' : nameCountry(country), users, revenue, percentage],
  ]),
  bars: 2,
});

const revenueTotals = ({ revenue_analytics: sums }: AnalyticsData): ReportTable => ({
  title: 'Revenue',
  columns: toColumns({ Figure: 'text', Amount: 'naira' }),
  rows: [
    ['Total revenue', sums.total_revenue],
    ['Monthly recurring (last 30 days)', sums.monthly_recurring],
    ['Average order', sums.average_order],
  ],
});

const performanceMetrics = ({ performance_metrics: metrics }: AnalyticsData): ReportTable => ({
  title: 'Measurements by the platform',
  columns: toColumns({ Figure: 'text', Value: 'decimal', Unit: 'text' }),
  rows: [
    ['Average response time', metrics.avg_response_time, 'ms'],
    ['95 of 100 responses within', metrics.p95_response_time, 'ms'],
    ['Success rate', metrics.success_rate, '%'],
    ['Uptime', metrics.uptime, '%'],
    ['Requests', metrics.requests, ''],
    ['Proxy traffic', metrics.bandwidth_usage, 'GB'],
  ],
});

const TABLES: Record<AnalyticsTab, readonly ((data: AnalyticsData) => ReportTable)[]> = {
  overview: [keyFigures, revenueByMonth],
  'proxy-usage': [salesByType, revenueByCountry],
  revenue: [revenueTotals, revenueByCountry, revenueByMonth],
  performance: [performanceMetrics],
};

export const buildAnalyticsReport = (
  siteName: string,
  tab: AnalyticsTab,
  data: AnalyticsData,
  createdAt: Date,
): Report => ({
  siteName,
  title: TITLES[tab],
  period: readableRange(data),
  createdAt,
  tables: TABLES[tab].map((table) => table(data)),
});
