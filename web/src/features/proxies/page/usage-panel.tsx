import { Alert, Progress } from 'antd';
import { useUsageReport } from '@/api/generated/proxies';
import { Panel } from '@/components/layout/panel';
import { formatDateTime } from '@/lib/date';
import { clamp, megabytesToGb } from '@/lib/number';
import { DailyUsage } from '../daily-usage';
import type { Proxy } from '../proxy';
import styles from './proxy-page.module.css';

/** How much of the bought traffic is used, and when it ends at the present rate. */
function Quota({ proxy, pool }: { proxy: Proxy; pool: NonNullable<Proxy['pool_data']> }) {
  const report = useUsageReport({ proxy_id: proxy.id }, { query: { meta: { quiet: true } } });
  const end = report.data?.data.projected_end_at;
  const percent = proxy.bandwidth_usage_percentage ?? 0;
  return (
    <>
      <div className={styles.head}>
        <span>
          <strong>{megabytesToGb(pool.used_mb)} GB</strong> of {megabytesToGb(pool.limit_mb)} GB
          used
        </span>
        <span>{percent}%</span>
      </div>
      <Progress
        aria-label="Traffic used"
        percent={Math.round(clamp(percent, 0, 100))}
        size={{ height: 8 }}
        showInfo={false}
      />
      {end && (
        <Alert
          className={styles.section}
          type="info"
          showIcon
          title={`At the present rate, the traffic lasts until ${formatDateTime(end)}.`}
        />
      )}
    </>
  );
}

export function UsagePanel({ proxy }: { proxy: Proxy }) {
  return (
    <Panel title="Usage">
      {proxy.pool_data && <Quota proxy={proxy} pool={proxy.pool_data} />}
      <DailyUsage proxyId={proxy.id} />
    </Panel>
  );
}
