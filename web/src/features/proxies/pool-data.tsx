import { clamp, formatNumber } from '@/lib/number';
import styles from './dialog.module.css';
import type { Proxy } from './proxy';

interface PoolDataProps {
  pool: NonNullable<Proxy['pool_data']>;
  percentage: number | null;
}

const formatTtl = (minutes: number): string => {
  if (minutes === 0) return 'Keep as long as possible';
  return minutes < 0
    ? 'Rotate on every new request'
    : `${minutes} minute${minutes === 1 ? '' : 's'}`;
};

export function PoolData({ pool, percentage }: PoolDataProps) {
  const percent = percentage ?? (pool.limit_mb > 0 ? (pool.used_mb / pool.limit_mb) * 100 : 0);
  return (
    <div className={styles.section}>
      <h2>Pool Information</h2>
      <dl className={styles.facts}>
        <div>
          <dt>Session ID</dt>
          <dd>
            <code>{pool.session_id}</code>
          </dd>
        </div>
        <div>
          <dt>TTL</dt>
          <dd>{formatTtl(pool.ttl_minutes)}</dd>
        </div>
        <div>
          <dt>Bandwidth usage</dt>
          <dd>
            {formatNumber(pool.used_mb)} MB / {formatNumber(pool.limit_mb)} MB
          </dd>
        </div>
        <div>
          <dt>Used</dt>
          <dd>{percent.toFixed(1)}%</dd>
        </div>
      </dl>
      <div
        className={styles.bandwidth}
        role="progressbar"
        aria-label="Bandwidth used"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(clamp(percent, 0, 100))}
      >
        <span style={{ width: `${clamp(percent, 0, 100)}%` }} />
      </div>
    </div>
  );
}
