import { csvFile, jsonFile, type CsvRow } from '@/lib/csv';
import type { Report, ReportTab } from './report';

export type ReportFormat = 'pdf' | 'excel';

const EXTENSIONS: Record<ReportFormat, string> = { pdf: 'pdf', excel: 'xlsx' };

export const reportFileName = (tab: ReportTab, extension: string, day: string): string =>
  `analytics-${tab}-${day}.${extension}`;

export const getExtension = (format: ReportFormat): string => EXTENSIONS[format];

function toRows(report: Report, tab: ReportTab): CsvRow[] {
  switch (tab) {
    case 'overview':
      return [
        ['Figure', 'Value', 'Change'],
        ...report.overview_stats.map((stat) => [stat.label, stat.value, stat.change]),
        [],
        ['Month', 'Revenue (NGN)', 'New users'],
        ...report.revenue_data.map((month) => [month.month, month.revenue, month.users]),
      ];
    case 'proxy-usage':
      return [
        ['Type', 'Proxies sold', 'Percentage', 'Revenue (NGN)'],
        ...report.proxy_type_usage.map((type) => [
          type.type,
          type.count,
          type.percentage,
          type.revenue,
        ]),
      ];
    case 'revenue': {
      const revenue = report.revenue_analytics;
      return [
        ['Figure', 'Value'],
        ['Total revenue (NGN)', revenue.total_revenue],
        ['Orders', revenue.total_orders],
        ['Monthly recurring (NGN)', revenue.monthly_recurring],
        ['Average order (NGN)', revenue.average_order],
        [],
        ['Country', 'Customers', 'Revenue (NGN)', 'Percentage'],
        ...report.top_countries.map((country) => [
          country.country,
          country.users,
          country.revenue,
          country.percentage,
        ]),
      ];
    }
    case 'performance': {
      const measured = report.performance_metrics;
      return [
        ['Figure', 'Value'],
        ['Average response time (ms)', measured.avg_response_time],
        ['95th percentile response time (ms)', measured.p95_response_time],
        ['Success rate (%)', measured.success_rate],
        ['Uptime (%)', measured.uptime],
        ['Bandwidth (GB)', measured.bandwidth_usage],
        ['Requests', measured.requests],
      ];
    }
  }
}

/** The data on screen as a file: CSV in place of a spreadsheet, JSON in place of a PDF. */
export function reportFile(
  report: Report,
  tab: ReportTab,
  format: ReportFormat,
): { content: Blob; extension: 'csv' | 'json' } {
  return format === 'excel'
    ? { content: csvFile(toRows(report, tab)), extension: 'csv' }
    : { content: jsonFile(report), extension: 'json' };
}
