import { Link } from 'react-router-dom';
import type { ApiError } from '@/api/api-error';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { Panel } from '@/components/layout/panel';
import { formatDateTime } from '@/lib/date';
import { formatNumber } from '@/lib/number';
import { helpPath } from '@/lib/page-paths';
import styles from './usage-page.module.css';
import type { UsageFailure } from './use-usage';

interface FailuresProps {
  failures: readonly UsageFailure[] | undefined;
  error: ApiError | null;
  onRetry: () => void;
}

function FailureList({ failures, error, onRetry }: FailuresProps) {
  if (error)
    return (
      <ErrorState
        title="The failures could not be loaded"
        requestId={error.requestId}
        onRetry={onRetry}
      />
    );
  if (!failures) return <LoadingRows rows={3} label="Loading failures" />;
  if (failures.length === 0) return <p className={styles.none}>No request was refused.</p>;
  return (
    <ul className={styles.failures}>
      {failures.map(({ reason, count, last_at, title, cause, how_to_fix }) => (
        <li key={reason}>
          <div className={styles.failureHead}>
            <h3>{title}</h3>
            <span className={styles.count}>
              {formatNumber(count)} {count === 1 ? 'time' : 'times'}
            </span>
          </div>
          <p>{cause}</p>
          <p className={styles.fix}>
            <strong>How to fix:</strong> {how_to_fix}
          </p>
          <p className={styles.when}>
            <Link to={`${helpPath('proxy-errors')}#${reason.toLowerCase()}`}>{reason}</Link>, last
            on {formatDateTime(last_at)}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Refused requests by reason; kept for 90 days. */
export function Failures(props: FailuresProps) {
  return (
    <Panel title="Failures by reason" flush>
      <FailureList {...props} />
    </Panel>
  );
}
