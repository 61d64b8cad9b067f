import { StatCards } from '@/components/layout/stat-cards';
import { formatNumber } from '@/lib/number';
import type { Report } from './report';

const NOTHING = 'No data yet';

const measured = (value: number | null, unit: string): string =>
  value === null ? NOTHING : `${formatNumber(value)}${unit}`;

export function PerformanceTab({ report }: { report: Report }) {
  const metrics = report.performance_metrics;
  return (
    <StatCards
      stats={[
        {
          label: 'Average Response Time',
          value: measured(metrics.avg_response_time, ' ms'),
          note:
            metrics.p95_response_time === null
              ? 'Of the API'
              : `95 of 100 requests under ${formatNumber(metrics.p95_response_time)} ms`,
        },
        {
          label: 'Success Rate',
          value: measured(metrics.success_rate, '%'),
          note: `Without a server error, of ${formatNumber(metrics.requests)} requests`,
        },
        {
          label: 'Uptime',
          value: measured(metrics.uptime, '%'),
          note: 'Minutes in which the API ran',
        },
        {
          label: 'Bandwidth',
          value: measured(metrics.bandwidth_usage, ' GB'),
          note: 'Through the gateway, both directions',
        },
      ]}
    />
  );
}
