import { ShareBar } from '@/components/charts/bars';
import type { Column } from '@/components/data-list/data-list';
import { Flag } from '@/components/format/country';
import { PrivateMoney } from '@/components/format/private-money';
import { RoleBadge } from '@/components/format/role-badge';
import { StatusBadge } from '@/components/format/status-badge';
import { PlainButton } from '@/components/ui/button';
import parts from '@/components/ui/dialog-parts.module.css';
import { countryName, isRandom } from '@/lib/country';
import { formatDateTime } from '@/lib/date';
import { formatNumber, megabytesToGb } from '@/lib/number';
import { capitalise } from '@/lib/text';
import { proxyAddress, daysLeft, shortUuid, displayStatus, type Proxy } from './proxy';
import styles from './proxy-columns.module.css';

const NEARLY_USED = 90;

/** Used and bought gigabytes with the share; only used ones where there is no limit. */
function Usage({ proxy }: { proxy: Proxy }) {
  const { used_mb: used, limit_mb: limit } = proxy.pool_data;
  if (limit === null) return <span>{megabytesToGb(used)} GB</span>;
  const percent = proxy.bandwidth_usage_percentage;
  return (
    <div className={styles.usage}>
      <span>
        {megabytesToGb(used)} GB / {megabytesToGb(limit)} GB
      </span>
      <span className={styles.share}>
        <ShareBar percent={percent} loud={percent >= NEARLY_USED} />
        <span className={parts.minor}>{formatNumber(percent)}%</span>
      </span>
    </div>
  );
}

function Location({ code }: { code: string }) {
  return (
    <span className={styles.location} title={countryName(code)}>
      <Flag code={code} />
      {isRandom(code) ? 'Random' : code.toUpperCase()}
    </span>
  );
}

export const proxyColumns = (onDetails: (proxy: Proxy) => void): Column<Proxy>[] => [
  {
    key: 'id',
    title: 'Proxy ID',
    card: 'title',
    render: (proxy) => (
      <div className={parts.stack}>
        <strong>#{proxy.id}</strong>
        <code className={parts.minor} title={proxy.uuid}>
          {shortUuid(proxy.uuid)}
        </code>
      </div>
    ),
  },
  { key: 'type', title: 'Type', render: ({ type }) => capitalise(type) },
  { key: 'location', title: 'Location', render: ({ location }) => <Location code={location} /> },
  {
    key: 'address',
    title: 'IP:Port',
    render: (proxy) => (
      <div className={parts.stack}>
        <code className={styles.address}>{proxyAddress(proxy)}</code>
        <span className={parts.minor}>{proxy.protocol.toUpperCase()}</span>
      </div>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    card: 'lead',
    render: (proxy) => (
      <div className={styles.status} title={`Until ${formatDateTime(proxy.expires_at)} (Lagos)`}>
        <StatusBadge status={displayStatus(proxy)} />
        <span className={parts.minor}>{daysLeft(proxy)}</span>
      </div>
    ),
  },
  {
    key: 'user',
    title: 'User',
    render: ({ user }) => (
      <div className={styles.user}>
        <span className={styles.who}>
          {user.name} {user.role !== 'user' && <RoleBadge role={user.role} />}
        </span>
        <span className={`${parts.minor} ${parts.clip}`} title={user.email}>
          {user.email}
          {user.role === 'user' && <span className="visually-hidden">, role user</span>}
        </span>
      </div>
    ),
  },
  { key: 'usage', title: 'Usage', render: (proxy) => <Usage proxy={proxy} /> },
  {
    key: 'cost',
    title: 'Cost',
    numeric: true,
    render: ({ price }) => <PrivateMoney amount={price} />,
  },
  {
    key: 'details',
    title: 'Details',
    card: 'foot',
    render: (proxy) => (
      <div className={parts.rowActions}>
        <PlainButton
          small
          aria-label={`Details of proxy ${proxy.id}`}
          onClick={() => onDetails(proxy)}
        >
          Details
        </PlainButton>
      </div>
    ),
  },
];
