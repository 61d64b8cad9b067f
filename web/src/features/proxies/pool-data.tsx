import { Progress } from 'antd';
import { clamp, formatNumber } from '@/lib/number';
import styles from './dialog.module.css';
import type { Proxy } from './proxy';
import { ProxyFacts } from './proxy-facts';

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
  const facts = [
    { label: 'Session ID', value: <code>{pool.session_id}</code> },
    { label: 'TTL', value: formatTtl(pool.ttl_minutes) },
    {
      label: 'Bandwidth usage',
      value: `${formatNumber(pool.used_mb)} MB / ${formatNumber(pool.limit_mb)} MB`,
    },
    { label: 'Used', value: `${percent.toFixed(1)}%` },
  ];
  return (
    <div className={styles.section}>
      <h2>Pool Information</h2>
      <ProxyFacts facts={facts} />
      <Progress
        aria-label="Bandwidth used"
        percent={Math.round(clamp(percent, 0, 100))}
        size={{ height: 6 }}
        showInfo={false}
      />
    </div>
  );
}
