import { clamp, formatNumber, megabytesToGb } from '@/lib/number';
import type { Proxy } from './proxy';
import styles from './proxy-columns.module.css';

const LOW_TRAFFIC_PERCENT = 90;

/**
 * Used and purchased gigabytes with the percentage; N/A where traffic is not counted. A plain bar,
 * because Ant Design's Progress exceeds the bundle budget of the list on phones.
 */
export function UsageCell({
  proxy,
}: {
  proxy: Pick<Proxy, 'pool_data' | 'bandwidth_usage_percentage'>;
}) {
  const pool = proxy.pool_data;
  if (!pool) return 'N/A';
  const percent =
    proxy.bandwidth_usage_percentage ??
    (pool.limit_mb > 0 ? (pool.used_mb / pool.limit_mb) * 100 : 0);
  return (
    <div className={styles.usage}>
      <span>
        {megabytesToGb(pool.used_mb)} GB / {megabytesToGb(pool.limit_mb)} GB
      </span>
      <span className={styles.bar} aria-hidden="true">
        <span
          className={percent >= LOW_TRAFFIC_PERCENT ? styles.low : undefined}
          style={{ width: `${clamp(percent, 0, 100)}%` }}
        />
      </span>
      <span className={styles.minor}>{formatNumber(Math.round(percent * 10) / 10)}%</span>
    </div>
  );
}
