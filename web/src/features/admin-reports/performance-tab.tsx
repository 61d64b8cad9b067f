import { StatisticCards } from '@/components/layout/statistic-cards';
import { formatNumber } from '@/lib/number';
import type { Report } from './report';

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
