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

/** A plain table, the newest first. */
function TrafficTable({ report }: { report: UsageReport }) {
  const format = FORMATS[report.interval];
  return (
    <details className={styles.details}>
      <summary>Show as a table</summary>
      <div
        className={styles.scroll}
        tabIndex={0}
        role="region"
        aria-label={`Usage by ${report.interval}`}
      >
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col">Received</th>
              <th scope="col">Sent</th>
              <th scope="col">Requests</th>
              <th scope="col">Failures</th>
              <th scope="col">Most at once</th>
            </tr>
          </thead>
          <tbody>
            {[...report.buckets]
              .reverse()
              .map(({ from, down, up, requests, failures, peak_connections: peak }) => (
                <tr key={from}>
                  <th scope="row">{format(from)}</th>
                  <td>{formatBytes(down)}</td>
                  <td>{formatBytes(up)}</td>
                  <td>{formatNumber(requests)}</td>
                  <td>{formatNumber(failures)}</td>
                  <td>{formatNumber(peak)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

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
      <TrafficTable report={report} />
    </Panel>
  );
}
