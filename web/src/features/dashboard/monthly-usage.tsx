import { Progress } from 'antd';
import { Link } from 'react-router-dom';
import type { ApiError } from '@/api/api-error';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { Money } from '@/components/format/money';
import { Panel } from '@/components/layout/panel';
import { clamp, formatNumber } from '@/lib/number';
import { paths } from '@/lib/paths';
import styles from './monthly-usage.module.css';

interface Month {
  month: string;
  /** In percent. */
  usage: number;
  /** In whole naira. */
  spending: number;
}

interface MonthlyUsageProps {
  months: readonly Month[] | undefined;
  error: ApiError | null;
  onRetry: () => void;
}

const PLACEHOLDER: readonly Month[] = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'].map((month) => ({
  month,
  usage: 0,
  spending: 0,
}));

const hasFigures = (months: readonly Month[]): boolean =>
  months.some(({ usage, spending }) => usage !== 0 || spending !== 0);

function MonthRows({ months, error, onRetry }: MonthlyUsageProps) {
  if (error)
    return (
      <ErrorState
        title="Failed to load dashboard data"
        requestId={error.requestId}
        onRetry={onRetry}
      />
    );
  if (!months) return <LoadingRows rows={6} label="Loading usage" />;
  return (
    <ul className={styles.list}>
      {(hasFigures(months) ? months : PLACEHOLDER).map(({ month, usage, spending }) => (
        <li key={month} className={styles.row}>
          <strong>{month}</strong>
          <Progress
            percent={clamp(usage, 0, 100)}
            size={{ height: 6 }}
            showInfo={false}
            aria-label={`Usage in ${month}`}
          />
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
    <Panel title="Monthly Usage & Spending" action={<Link to={paths.usage}>Details</Link>} flush>
      <MonthRows {...props} />
    </Panel>
  );
}
