import { Progress, Button, Flex } from 'antd';
import { clamp, formatNumber } from '@/lib/number';
import styles from './dialog.module.css';
import { type Proxy, getDisplayStatus, canResume } from './proxy';
import { ProxyFacts, ProxyPageLink, ProxyReversals } from './proxy-facts';
import { useHasUdp } from '@/api/shop-options';
import { useTeam } from '@/api/use-team';
import { CopyField } from '@/components/form/copy-field';
import { Country } from '@/components/format/country';
import { ProxyPrice } from '@/components/format/money';
import { StatusBadge } from '@/components/format/status-badge';
import { Dialog } from '@/components/ui/dialog';
import { formatDateTime } from '@/lib/date';
import { proxyTypeName } from '@/lib/text';
import { DailyUsage } from './daily-usage';
import { ProxyAddresses } from './proxy-addresses';
import { ReissueCredentials } from './reissue-credentials';

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

export default function DetailsDialog({ proxy, onClose }: { proxy: Proxy; onClose: () => void }) {
  const status = getDisplayStatus(proxy);
  const hasUdp = useHasUdp(proxy.type);
  const { canBuy, isOwner } = useTeam();
  const facts = [
    { label: 'Status', value: <StatusBadge status={status} /> },
    { label: 'Location', value: <Country code={proxy.location} /> },
    ...(proxy.ip ? [{ label: 'Dedicated address', value: <code>{proxy.ip}</code> }] : []),
    { label: 'Protocol', value: proxy.protocol.toUpperCase() },
    ...(hasUdp ? [{ label: 'UDP', value: 'Relayed on the SOCKS5 port' }] : []),
    {
      label: 'Price',
      value: (
        <Flex wrap gap="0 8px">
          <ProxyPrice price={proxy.price} />
          <ProxyReversals proxy={proxy} />
        </Flex>
      ),
    },
  ];
  const times = [
    { label: 'Created', value: formatDateTime(proxy.created_at) },
    { label: 'Expires', value: proxy.expires_at ? formatDateTime(proxy.expires_at) : 'N/A' },
  ];
  return (
    <Dialog
      width={640}
      title={`Proxy #${proxy.id} (${proxyTypeName(proxy.type)})`}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className={styles.section}>
        <ProxyFacts facts={facts} />
      </div>
      <div className={styles.section}>
        <div className={styles.grid}>
          <CopyField label="Connection string" value={proxy.connection_string} />
          {canBuy && (
            <>
              <CopyField label="Username" value={proxy.username} secret />
              <CopyField label="Password" value={proxy.password} secret />
            </>
          )}
          <CopyField label="UUID" value={proxy.uuid} />
        </div>
        {canBuy && (status === 'active' || canResume(proxy)) && (
          <Flex justify="end" className={styles.confirmation}>
            <ReissueCredentials proxyId={proxy.id} />
          </Flex>
        )}
      </div>
      {isOwner && <ProxyAddresses proxyId={proxy.id} />}
      {proxy.pool_data && (
        <PoolData pool={proxy.pool_data} percentage={proxy.bandwidth_usage_percentage} />
      )}
      <DailyUsage proxyId={proxy.id} />
      <div className={styles.section}>
        <ProxyFacts facts={times} />
        <ProxyPageLink proxyId={proxy.id} />
      </div>
    </Dialog>
  );
}
