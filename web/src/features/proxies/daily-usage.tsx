import { type proxyUsage, useProxyUsage } from '@/api/generated/proxies';
import { FigureTable } from '@/components/charts/figure-table';
import { TimeChart } from '@/components/charts/time-chart';
import { formatBytes } from '@/lib/bytes';
import { formatDate, formatShortDate } from '@/lib/date';
import { Alert, Button, Flex, Skeleton } from 'antd';
import { Link } from 'react-router-dom';
import { formatNumber } from '@/lib/number';
import { usagePath } from '@/lib/page-paths';
import styles from './daily-usage.module.css';
import dialog from './dialog.module.css';

export type DailyTraffic = Awaited<ReturnType<typeof proxyUsage>>['data'][number];

type Traffic = Pick<DailyTraffic, 'bytes_down' | 'bytes_up'>;

export const countBytes = ({ bytes_down, bytes_up }: Traffic): number => bytes_down + bytes_up;

export const sumBytes = (days: readonly Traffic[]): number =>
  days.reduce((sum, day) => sum + countBytes(day), 0);

/** Labelled with a summary; the table below has all figures. */
export function UsageChart({ days }: { days: readonly DailyTraffic[] }) {
  const busiest = days.reduce((most, day) => (countBytes(day) > countBytes(most) ? day : most));
  return (
    <TimeChart
      points={days.map((day) => ({
        label: formatDate(day.date),
        short: formatShortDate(day.date),
        value: countBytes(day),
      }))}
      label="Traffic by day"
      summary={`Busiest day: ${formatDate(busiest.date)} with ${formatBytes(countBytes(busiest))}.`}
    />
  );
}

const DAYS = 30;

/** The proxy's traffic by day as a chart and a table. */
export function DailyUsage({ proxyId }: { proxyId: number }) {
  const query = useProxyUsage(proxyId, { days: DAYS }, { query: { meta: { quiet: true } } });
  const days = query.data?.data;
  return (
    <div className={dialog.section}>
      <Flex wrap align="baseline" justify="space-between" gap="small">
        <h2>Usage in the last {DAYS} days</h2>
        {days && <strong>{formatBytes(sumBytes(days))}</strong>}
      </Flex>
      {query.isError && (
        <Alert
          type="error"
          title="The usage could not be loaded."
          action={
            <Button size="small" onClick={() => void query.refetch()}>
              Try Again
            </Button>
          }
        />
      )}
      {query.isPending && <Skeleton.Node active className={styles.skeleton} />}
      {days && sumBytes(days) === 0 && <p className={styles.caption}>No traffic yet.</p>}
      {days && sumBytes(days) > 0 && (
        <>
          <UsageChart days={days} />
          <FigureTable
            isFolded
            label="Usage by day"
            head={['Day', 'Received', 'Sent', 'Requests']}
            rows={days.toReversed().map(({ date, bytes_down, bytes_up, requests }) => ({
              key: date,
              title: formatDate(date),
              figures: [formatBytes(bytes_down), formatBytes(bytes_up), formatNumber(requests)],
            }))}
          />
        </>
      )}
      <Link to={usagePath(proxyId)}>All usage and failures</Link>
    </div>
  );
}
