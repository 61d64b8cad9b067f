import { FigureTable } from '@/components/charts/figure-table';
import { TimeChart } from '@/components/charts/time-chart';
import { Panel } from '@/components/layout/panel';
import { formatBytes } from '@/lib/bytes';
import {
  formatClock,
  formatDate,
  formatMonthYear,
  formatShortDate,
  formatShortDateTime,
} from '@/lib/date';
import { describeTrafficEnd } from '@/lib/traffic-end';
import { formatNumber } from '@/lib/number';
import styles from './usage-page.module.css';
import type { Interval } from './usage-search';
import { countBytes, type UsageReport } from './use-usage';

const FORMATS: Record<Interval, (iso: string) => string> = {
  hour: formatShortDateTime,
  day: formatDate,
  month: formatMonthYear,
};

/** Below the columns. */
const SHORT_FORMATS: Record<Interval, (iso: string) => string> = {
  hour: formatClock,
  day: formatShortDate,
  month: (iso) => formatMonthYear(iso).slice(0, 3),
};

/** Traffic over time as a chart and a table. */
export function Traffic({ report, isOfOne }: { report: UsageReport; isOfOne: boolean }) {
  const { buckets, interval } = report;
  if (buckets.length === 0) return null;
  const format = FORMATS[interval];
  const busiest = buckets.reduce((most, one) => (countBytes(one) > countBytes(most) ? one : most));
  return (
    <Panel title={`Traffic by ${interval}`}>
      {report.projected_end_at && (
        <p className={styles.end}>{describeTrafficEnd(report.projected_end_at, isOfOne)}</p>
      )}
      <TimeChart
        points={buckets.map((bucket) => ({
          label: format(bucket.from),
          short: SHORT_FORMATS[interval](bucket.from),
          value: countBytes(bucket),
        }))}
        label={`Traffic by ${interval}`}
        summary={`Busiest ${interval}: ${format(busiest.from)} with ${formatBytes(countBytes(busiest))}.`}
      />
      <FigureTable
        isFolded
        label={`Usage by ${interval}`}
        head={['From', 'Received', 'Sent', 'Requests', 'Failures', 'Most at once']}
        rows={buckets
          .toReversed()
          .map(({ from, down, up, requests, failures, peak_connections: peak }) => ({
            key: from,
            title: format(from),
            figures: [
              ...[down, up].map(formatBytes),
              ...[requests, failures, peak].map((count) => formatNumber(count)),
            ],
          }))}
      />
    </Panel>
  );
}
