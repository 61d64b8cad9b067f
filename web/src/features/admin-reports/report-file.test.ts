import type { Report } from './report';
import { getExtension, reportFile, reportFileName } from './report-file';

const report: Report = {
  ...{ period: 30, from: '2026-11-01', to: '2026-11-30' },
  overview_stats: [{ label: 'Revenue', value: '₦125,000', change: '+12.5%', color: 'green' }],
  revenue_data: [{ month: '2026-03', revenue: 125_000, users: 4 }],
  proxy_type_usage: [{ type: 'mobile', count: 3, percentage: 100, revenue: 125_000 }],
  top_countries: [{ country: 'ng', users: 2, revenue: 125_000, percentage: 100 }],
  revenue_analytics: {
    total_revenue: 125_000,
    total_orders: 3,
    monthly_recurring: 0,
    average_order: 41_667,
  },
  performance_metrics: {
    avg_response_time: null,
    p95_response_time: 12,
    success_rate: 100,
    uptime: 99.9,
    bandwidth_usage: 1.5,
    requests: 10,
  },
};

const linesOf = async (content: Blob): Promise<string[]> =>
  (await content.text()).replace('\uFEFF', '').trimEnd().split('\r\n');

describe('the client-side report export', () => {
  it('should be CSV in place of a spreadsheet', async () => {
    const { content, extension } = reportFile(report, 'overview', 'excel');
    expect(extension).toBe('csv');
    expect(await linesOf(content)).toEqual([
      'Figure,Value,Change',
      `Revenue,"₦125,000",'+12.5%`,
      '',
      'Month,Revenue (NGN),New users',
      '2026-03,125000,4',
    ]);
  });

  it.each([
    ['proxy-usage', 'mobile,3,100,125000'],
    ['revenue', 'ng,2,125000,100'],
    ['performance', 'Average response time (ms),'],
  ] as const)('has the rows of %s', async (tab, line) => {
    expect(await linesOf(reportFile(report, tab, 'excel').content)).toContain(line);
  });

  it('should be JSON in place of a PDF', async () => {
    const { content, extension } = reportFile(report, 'revenue', 'pdf');
    expect(extension).toBe('json');
    expect(JSON.parse(await content.text())).toEqual(report);
  });

  it('should be named by report and day', () => {
    expect(reportFileName('proxy-usage', getExtension('excel'), '2026-11-20')).toBe(
      'analytics-proxy-usage-2026-11-20.xlsx',
    );
    expect(reportFileName('overview', getExtension('pdf'), '2026-11-20')).toBe(
      'analytics-overview-2026-11-20.pdf',
    );
  });
});
