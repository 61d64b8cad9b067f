import { nameCountry } from '../../../common/country';
import { DAY } from '../../../common/time/clock';
import type { AnalyticsTab } from '../analytics.types';
import type { AnalyticsData } from '../analytics.dto';
import { readableDay, readableMonth } from '../../../common/time/calendar';
import type { Report, ReportCell, ReportTable } from './report.types';

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
  columns: [
    { header: 'Figure', kind: 'text' },
    { header: 'Value', kind: 'count' },
    { header: 'Change from the previous period', kind: 'text' },
  ],
  rows: data.overview_stats.map((stat, index) => [
    stat.label,
    keyNumbers(data)[index]!,
    stat.change,
  ]),
});

const revenueByMonth = (data: AnalyticsData): ReportTable => ({
  title: 'Revenue by month',
  columns: [
    { header: 'Month', kind: 'text' },
    { header: 'Revenue', kind: 'naira' },
    { header: 'New users', kind: 'count' },
  ],
  rows: data.revenue_data.map((month) => [readableMonth(month.month), month.revenue, month.users]),
  bars: 1,
});

const salesByType = (data: AnalyticsData): ReportTable => ({
  title: 'Proxies sold by type',
  columns: [
    { header: 'Type', kind: 'text' },
    { header: 'Proxies', kind: 'count' },
    { header: 'Share', kind: 'percent' },
    { header: 'Revenue', kind: 'naira' },
  ],
  rows: data.proxy_type_usage.map((type) => [
    TYPE_NAMES[type.type],
    type.count,
    type.percentage,
    type.revenue,
  ]),
  bars: 1,
});

const revenueByCountry = (data: AnalyticsData): ReportTable => ({
  title: 'Revenue by country',
  columns: [
    { header: 'Country', kind: 'text' },
    { header: 'Customers', kind: 'count' },
    { header: 'Revenue', kind: 'naira' },
    { header: 'Share', kind: 'percent' },
  ],
  rows: data.top_countries.map((country) => [
    countryName(country.country),
    country.users,
    country.revenue,
    country.percentage,
  ]),
  bars: 2,
});

const revenueTotals = ({ revenue_analytics: sums }: AnalyticsData): ReportTable => ({
  title: 'Revenue',
  columns: [
    { header: 'Figure', kind: 'text' },
    { header: 'Amount', kind: 'naira' },
  ],
  rows: [
    ['Total revenue', sums.total_revenue],
    ['Monthly recurring (last 30 days)', sums.monthly_recurring],
    ['Average order', sums.average_order],
  ],
});

const performanceMetrics = ({ performance_metrics: metrics }: AnalyticsData): ReportTable => ({
  title: 'Measurements by the platform',
  columns: [
    { header: 'Figure', kind: 'text' },
    { header: 'Value', kind: 'decimal' },
    { header: 'Unit', kind: 'text' },
  ],
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

export const buildReport = (
  siteName: string,
  tab: AnalyticsTab,
  data: AnalyticsData,
  createdAt: Date,
): Report => ({
  siteName,
  title: TITLES[tab],
  period: `${readableDay(new Date(createdAt.getTime() - data.period * DAY))} to ${readableDay(createdAt)}`,
  createdAt,
  tables: TABLES[tab].map((table) => table(data)),
});

const countryName = (code: string): string => (code === 'zz' ? 'Random' : nameCountry(code));
