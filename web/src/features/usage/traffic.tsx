import { TimeColumns } from '@/components/charts/columns';
import { Panel } from '@/components/layout/panel';
import { formatBytes } from '@/lib/bytes';
import { formatDate, formatMonthYear, formatShortDateTime } from '@/lib/date';
import { formatNumber } from '@/lib/number';
import styles from './usage-page.module.css';
import type { Interval } from './usage-search';
import { countBytes, type UsageReport } from './use-usage';

const FORMATS: Record<Interval, (iso: string) => string> = {
  hour: formatShortDateTime,
  day: formatDate,
  month: formatMonthYear,
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
export function Traffic({ report }: { report: UsageReport }) {
  const { buckets, interval } = report;
  const [first, last] = [buckets[0], buckets.at(-1)];
  if (!first || !last) return null;
  const format = FORMATS[interval];
  const busiest = buckets.reduce((most, one) => (countBytes(one) > countBytes(most) ? one : most));
  return (
    <Panel title={`Traffic by ${interval}`}>
      <TimeColumns
        values={buckets.map(countBytes)}
        label={`Traffic by ${interval}`}
        summary={`Busiest ${interval}: ${format(busiest.from)} with ${formatBytes(countBytes(busiest))}.`}
        first={format(first.from)}
        last={format(last.from)}
        tall
      />
      <TrafficTable report={report} />
    </Panel>
  );
}
