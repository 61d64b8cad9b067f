import { clamp, formatNumber, megabytesToGb } from '@/lib/number';
import { type Proxy, getDisplayStatus } from './proxy';
import styles from './proxy-columns.module.css';
import { Button } from 'antd';
import { lazy, Suspense, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Column } from '@/components/list-page/columns';
import type { CompactRow } from '@/components/list-page/compact-rows';
import { Country } from '@/components/format/country';
import { ProxyPrice } from '@/components/format/money';
import { StatusBadge } from '@/components/format/status-badge';
import { describeReversals } from '@/components/transactions/reversals';
import { Icon, type DrawnIcon, type IconName } from '@/components/ui/icon';
import { countryName } from '@/lib/country';
import { formatDate } from '@/lib/date';
import { proxyPath } from '@/lib/paths';
import { proxyTypeName } from '@/lib/text';
import type { Selection } from './selection/use-selection';
import { getRenewableUntil } from './renewal/extension';
import { ProxyReversals } from './proxy-facts';
import { getProxyActions, type ProxyAction } from './renewal/proxy-actions';
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
      <span className={styles.percent}>
        <span className={styles.bar} aria-hidden="true">
          <span
            className={percent >= LOW_TRAFFIC_PERCENT ? styles.low : undefined}
            style={{ width: `${clamp(percent, 0, 100)}%` }}
          />
        </span>
        {formatNumber(Math.round(percent * 10) / 10)}%
      </span>
    </div>
  );
}

// Apart, because of the bundle budget for lists on phones.
const ActionMenu = lazy(async () => ({
  default: (await import('@/components/ui/action-menu')).ActionMenu,
}));

interface Actions {
  onConfigure: (proxy: Proxy) => void;
  onDetails: (proxy: Proxy) => void;
  onAction: (proxy: Proxy, action: ProxyAction) => void;
  selection: Selection;
  /** False for viewers of a team, who change nothing. */
  canBuy: boolean;
}

/** What was bought: the dedicated address, or where a pool is reached. */
const getAddress = (proxy: Proxy): string => proxy.ip ?? proxy.connection_string;

function Address({ proxy }: { proxy: Proxy }) {
  return (
    <code className={styles.address} title={`Connect to ${proxy.connection_string}`}>
      {getAddress(proxy)}
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

const TAG: DrawnIcon = { path: 'M3 3h7l7 7-7 7-7-7zM6.500 6.500h.01' };

function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  const text = `Tags: ${tags.join(', ')}`;
  return (
    <span role="img" aria-label={text} title={text} className={styles.minor}>
      <Icon name={TAG} size={13} />
    </span>
  );
}

/** Its text is shown where the row has room for it. */
function RowButton({
  icon,
  label,
  id,
  onClick,
}: {
  icon: IconName;
  label: string;
  id: number;
  onClick: () => void;
}) {
  return (
    <Button size="small" title={label} icon={<Icon name={icon} size={14} />} onClick={onClick}>
      <span className={styles.label}>{label}</span>
      <span className="visually-hidden"> of #{id}</span>
    </Button>
  );
}

const selectBox = ({ selection, canBuy }: Actions, proxy: Proxy): ReactNode =>
  canBuy && (
    <SelectBox
      label={`Select #${proxy.id}`}
      checked={selection.isSelected(proxy)}
      onChange={(isSelected) => selection.select([proxy], isSelected)}
    />
  );

const menuOf = ({ canBuy, onAction }: Actions, proxy: Proxy) =>
  canBuy
    ? getProxyActions(proxy).map(({ key, label }) => ({
        label,
        onSelect: () => onAction(proxy, key),
      }))
    : [];

/** Two lines, for screens too narrow for the table. */
const toCompact =
  (actions: Actions) =>
  (proxy: Proxy): CompactRow => {
    const pool = proxy.pool_data;
    return {
      name: `#${proxy.id}`,
      before: selectBox(actions, proxy),
      title: (
        <>
          #{proxy.id} <Address proxy={proxy} />
        </>
      ),
      open: proxyPath(proxy.id),
      lead: <StatusBadge status={getDisplayStatus(proxy)} />,
      details: [
        countryName(proxy.location),
        proxyTypeName(proxy.type),
        proxy.protocol.toUpperCase(),
        proxy.tags.join(', '),
        describeReversals(proxy, proxy.price).join(', '),
      ],
      note: pool
        ? `${megabytesToGb(pool.used_mb)} / ${megabytesToGb(pool.limit_mb)} GB`
        : describeEnd(proxy),
      actions: [
        ...(actions.canBuy
          ? [{ label: 'Proxy Details', onSelect: () => actions.onConfigure(proxy) }]
          : []),
        { label: 'More Details', onSelect: () => actions.onDetails(proxy) },
        ...menuOf(actions, proxy),
      ],
    };
  };

/** Rows of at most two lines of text, from 1280 px on. */
const columns = (actions: Actions): Column<Proxy>[] => [
  {
    title: 'Proxy ID',
    render: (proxy) => (
      <div className={styles.line}>
        {selectBox(actions, proxy)}
        <Link to={proxyPath(proxy.id)}>
          <strong>#{proxy.id}</strong>
        </Link>
        <Tags tags={proxy.tags} />
      </div>
    ),
  },
  { title: 'Type', render: (proxy) => proxyTypeName(proxy.type) },
  {
    title: 'Location',
    render: (proxy) => (
      <div className={styles.location} title={countryName(proxy.location)}>
        <Country code={proxy.location} />
      </div>
    ),
  },
  {
    title: 'IP:Port',
    render: (proxy) => (
      <div className={styles.stack}>
        <Address proxy={proxy} />
        <span className={styles.minor}>{proxy.protocol.toUpperCase()}</span>
      </div>
    ),
  },
  {
    title: 'Status',
    render: (proxy) => (
      <div className={styles.stack}>
        <StatusBadge status={getDisplayStatus(proxy)} />
        <span className={styles.minor}>{describeEnd(proxy)}</span>
      </div>
    ),
  },
  { title: 'Usage', render: (proxy) => <UsageCell proxy={proxy} /> },
  {
    title: 'Cost',
    numeric: true,
    render: (proxy) => (
      <div className={styles.stack}>
        <ProxyPrice price={proxy.price} />
        <span className={styles.minor}>
          <ProxyReversals proxy={proxy} />
        </span>
      </div>
    ),
  },
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
    render: (proxy) => (
      <div className={styles.line}>
        {actions.canBuy && (
          <RowButton
            icon="sliders"
            label="Proxy Details"
            id={proxy.id}
            onClick={() => actions.onConfigure(proxy)}
          />
        )}
        <RowButton
          icon="info"
          label="More Details"
          id={proxy.id}
          onClick={() => actions.onDetails(proxy)}
        />
        {actions.canBuy && (
          <span className={styles.menu}>
            <Suspense>
              <ActionMenu name={`#${proxy.id}`} size={28} actions={menuOf(actions, proxy)} />
            </Suspense>
          </span>
        )}
      </div>
    ),
  },
];

export default { columns, toCompact };
