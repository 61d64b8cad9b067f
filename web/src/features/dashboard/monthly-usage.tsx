import type { ApiError } from '@/api/api-error';
import { ErrorState } from '@/components/feedback/error-state';
import { SkeletonRows } from '@/components/feedback/skeleton';
import { Money } from '@/components/format/money';
import { Panel } from '@/components/layout/panel';
import { clamp, formatNumber } from '@/lib/number';
import styles from './monthly-usage.module.css';

interface Month {
  month: string;
  /** Percent. */
  usage: number;
  /** Whole naira. */
  spending: number;
}

interface MonthlyUsageProps {
  months: readonly Month[] | undefined;
  error: ApiError | null;
  onRetry: () => void;
}

const NOTHING_YET: readonly Month[] = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'].map((month) => ({
  month,
  usage: 0,
  spending: 0,
}));

function Months({ months, error, onRetry }: MonthlyUsageProps) {
  if (error)
    return (
      <ErrorState
        title="Failed to load dashboard data"
        requestId={error.requestId}
        onRetry={onRetry}
      />
    );
  if (!months) return <SkeletonRows rows={6} label="Loading usage" />;
  return (
    <ul className={styles.list}>
      {(months.length > 0 ? months : NOTHING_YET).map(({ month, usage, spending }) => (
        <li key={month} className={styles.row}>
          <span className={styles.month}>{month}</span>
          <span className={styles.bar} aria-hidden="true">
            <span style={{ width: `${clamp(usage, 0, 100)}%` }} />
          </span>
          <span className={styles.percent}>{formatNumber(Math.round(usage))}%</span>
          <span className={styles.spending}>
            <Money amount={spending} />
          </span>
        </li>
      ))}
    </ul>
  );
}

export function MonthlyUsage(props: MonthlyUsageProps) {
  return (
    <Panel title="Monthly Usage & Spending" flush>
      <Months {...props} />
    </Panel>
  );
}
