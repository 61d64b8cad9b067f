import { Link } from 'react-router-dom';
import { useUsageReport } from '@/api/generated/proxies';
import { TimeChart } from '@/components/charts/time-chart';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { Panel } from '@/components/layout/panel';
import { formatBytes } from '@/lib/bytes';
import { formatDate, formatShortDate } from '@/lib/date';
import { paths } from '@/lib/paths';
import styles from './dashboard-page.module.css';

const MIB = 2 ** 20;

interface TrafficPanelProps {
  /** Whether any proxy has traffic; otherwise nothing is requested that would change the height. */
  isUsed: boolean;
  leftMb: number | null;
}

function Chart({ isUsed, leftMb }: TrafficPanelProps) {
  const usage = useUsageReport(
    { interval: 'day' },
    { query: { enabled: isUsed, meta: { quiet: true } } },
  );
  const left = leftMb === null ? '' : `, ${formatBytes(leftMb * MIB)} left`;
  const none = <p className={styles.unused}>{`No traffic in the last 30 days${left}`}</p>;
  if (!isUsed) return none;
  if (usage.isPending) return <LoadingRows rows={6} label="Loading traffic" />;
  if (usage.isError)
    return (
      <ErrorState
        title="The usage could not be loaded"
        requestId={usage.error.requestId}
        onRetry={() => void usage.refetch()}
      />
    );
  const { buckets, totals } = usage.data.data;
  if (totals.down + totals.up === 0) return none;
  return (
    <TimeChart
      label="Traffic by day"
      summary={`${formatBytes(totals.down + totals.up)} used${left}`}
      points={buckets.map(({ from, down, up }) => ({
        label: formatDate(from),
        short: formatShortDate(from),
        value: down + up,
      }))}
    />
  );
}

export function TrafficPanel(props: TrafficPanelProps) {
  return (
    <Panel title="Traffic in 30 days" action={<Link to={paths.usage}>Usage</Link>}>
      <Chart {...props} />
    </Panel>
  );
}
