import { useProxyUsage } from '@/api/generated/hooks/proxies/proxies';
import { SkeletonBar } from '@/components/feedback/skeleton';
import { PlainButton } from '@/components/ui/button';
import { formatBytes } from '@/lib/bytes';
import { formatDate } from '@/lib/date';
import { formatNumber } from '@/lib/number';
import styles from './daily-usage.module.css';
import dialog from './dialog.module.css';
import { UsageChart } from './usage-chart';
import { sumBytes, type DailyTraffic } from './daily-traffic';

const DAYS = 30;

function UsageTable({ days }: { days: readonly DailyTraffic[] }) {
  return (
    <details className={styles.twin}>
      <summary>Show as a table</summary>
      <div className={styles.scroll} tabIndex={0} role="region" aria-label="Usage by day">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Received</th>
              <th scope="col">Sent</th>
              <th scope="col">Requests</th>
            </tr>
          </thead>
          <tbody>
            {[...days].reverse().map(({ date, bytes_down, bytes_up, requests }) => (
              <tr key={date}>
                <th scope="row">{formatDate(date)}</th>
                <td>{formatBytes(bytes_down)}</td>
                <td>{formatBytes(bytes_up)}</td>
                <td>{formatNumber(requests)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** What went through the proxy, day by day. */
export function DailyUsage({ proxyId }: { proxyId: number }) {
  const query = useProxyUsage(proxyId, { days: DAYS }, { query: { meta: { quiet: true } } });
  const days = query.data?.data;
  return (
    <div className={dialog.section}>
      <div className={styles.head}>
        <h2>Usage in the last {DAYS} days</h2>
        {days && <strong>{formatBytes(sumBytes(days))}</strong>}
      </div>
      {query.isError && (
        <p className={styles.failed} role="alert">
          The usage could not be loaded.{' '}
          <PlainButton small onClick={() => void query.refetch()}>
            Try Again
          </PlainButton>
        </p>
      )}
      {query.isPending && <SkeletonBar width="100%" height={96} />}
      {days && sumBytes(days) === 0 && <p className={styles.gist}>No traffic yet.</p>}
      {days && sumBytes(days) > 0 && (
        <>
          <UsageChart days={days} />
          <UsageTable days={days} />
        </>
      )}
    </div>
  );
}
