import { clamp, formatNumber, megabytesToGb } from '@/lib/number';
import { type Proxy, getDisplayStatus } from './proxy';
import styles from './proxy-columns.module.css';
import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router-dom';
import type { Column } from '@/components/list-page/columns';
import { Country } from '@/components/format/country';
import { Money } from '@/components/format/money';
import { StatusBadge } from '@/components/format/status-badge';
import { formatDate } from '@/lib/date';
import { proxyPath } from '@/lib/paths';
import { proxyTypeName } from '@/lib/text';
import type { Selection } from './selection/use-selection';
import { getRenewableUntil } from './renewal/extension';
import type { ProxyAction } from './renewal/renewal-menu';
import { SelectBox } from './selection/select-box';

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

// Apart, because of the bundle budget for lists on phones.
const RenewalMenu = lazy(() => import('./renewal/renewal-menu'));

interface Actions {
  onConfigure: (proxy: Proxy) => void;
  onDetails: (proxy: Proxy) => void;
  onAction: (proxy: Proxy, action: ProxyAction) => void;
  selection: Selection;
  /** False for viewers of a team, who change nothing. */
  canBuy: boolean;
}

/** Allows a line break before the port. */
function Address({ text }: { text: string }) {
  const port = text.lastIndexOf(':');
  return (
    <code className={styles.address}>
      {text.slice(0, port)}
      <wbr />
      {text.slice(port)}
    </code>
  );
}

function formatDaysLeft(days: number | null): string | null {
  return days !== null && days > 0 ? `${days} day${days === 1 ? '' : 's'} left` : null;
}

/** The days left, or until when an expired proxy can be renewed. */
function describeEnd(proxy: Proxy): string | null {
  const until = getRenewableUntil(proxy);
  return until !== null
    ? `Renewable until ${formatDate(until)}`
    : formatDaysLeft(proxy.days_until_expiration);
}

export const proxyColumns = ({
  onConfigure,
  onDetails,
  onAction,
  selection,
  canBuy,
}: Actions): Column<Proxy>[] => [
  {
    title: 'Proxy ID',
    card: 'title',
    render: (proxy) => (
      <div className={styles.identity}>
        {canBuy && (
          <SelectBox
            label={`Select #${proxy.id}`}
            checked={selection.isSelected(proxy)}
            onChange={(isSelected) => selection.select([proxy], isSelected)}
          />
        )}
        <div className={styles.stack}>
          <Link to={proxyPath(proxy.id)}>
            <strong>#{proxy.id}</strong>
          </Link>
          <code className={styles.minor}>{proxy.uuid.slice(0, 8)}</code>
          {proxy.tags.length > 0 && (
            <ul className={styles.tags} aria-label="Tags">
              {proxy.tags.map((tag) => (
                <li key={tag} title={tag}>
                  {tag}
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    ),
  },
  { title: 'Type', render: (proxy) => proxyTypeName(proxy.type) },
  { title: 'Location', render: (proxy) => <Country code={proxy.location} /> },
  {
    title: 'IP:Port',
    render: (proxy) => (
      <div className={styles.stack}>
        <Address text={proxy.connection_string} />
        <span className={styles.minor}>{proxy.protocol.toUpperCase()}</span>
      </div>
    ),
  },
  {
    title: 'Status',
    card: 'lead',
    render: (proxy) => (
      <div className={`${styles.stack} ${styles.lead}`}>
        <StatusBadge status={getDisplayStatus(proxy)} />
        <span className={styles.minor}>{describeEnd(proxy)}</span>
      </div>
    ),
  },
  { title: 'Usage', render: (proxy) => <UsageCell proxy={proxy} /> },
  { title: 'Cost', numeric: true, render: (proxy) => <Money amount={proxy.price} /> },
  {
    title: 'Expires',
    render: (proxy) =>
      proxy.expires_at ? (
        <span className={styles.date}>{formatDate(proxy.expires_at)}</span>
      ) : (
        'N/A'
      ),
  },
  {
    title: 'Actions',
    card: 'foot',
    render: (proxy) => (
      <div className={styles.actions}>
        {canBuy && (
          <Button size="small" onClick={() => onConfigure(proxy)}>
            Proxy Details<span className="visually-hidden"> of #{proxy.id}</span>
          </Button>
        )}
        <Button size="small" onClick={() => onDetails(proxy)}>
          More Details<span className="visually-hidden"> of #{proxy.id}</span>
        </Button>
        {canBuy && (
          <span className={styles.menu}>
            <Suspense>
              <RenewalMenu proxy={proxy} onSelect={(action) => onAction(proxy, action)} />
            </Suspense>
          </span>
        )}
      </div>
    ),
  },
];
