import { Button, Flex, Progress } from 'antd';
import { Flag } from '@/components/format/country';
import { PrivateMoney } from '@/components/format/private-money';
import { RoleBadge } from '@/components/format/role-badge';
import { StatusBadge } from '@/components/format/status-badge';
import { Reversals } from '@/components/transactions/reversals';
import { adminTransactionPath } from '@/lib/admin-paths';
import type { Column } from '@/components/list-page/columns';
import { StackedCell } from '@/components/list-page/stacked-cell';
import { countryName, isRandom } from '@/lib/country';
import { formatDateTime } from '@/lib/date';
import { formatNumber, megabytesToGb } from '@/lib/number';
import { capitalise } from '@/lib/text';
import { daysLeft, displayStatus, proxyAddress, shortUuid, usageStatus, type Proxy } from './proxy';

/** Used and purchased gigabytes with the percentage; only the used ones without a limit. */
function Usage({ proxy }: { proxy: Proxy }) {
  const { used_mb: used, limit_mb: limit } = proxy.pool_data;
  if (limit === null) return <span>{megabytesToGb(used)} GB</span>;
  const percent = proxy.bandwidth_usage_percentage;
  return (
    <Flex vertical style={{ minWidth: 110 }}>
      <span style={{ whiteSpace: 'nowrap' }}>
        {megabytesToGb(used)} GB / {megabytesToGb(limit)} GB
      </span>
      <Progress
        aria-label={`${formatNumber(percent)}%`}
        aria-valuetext={`${formatNumber(percent)}%`}
        percent={percent}
        size="small"
        status={usageStatus(percent)}
        format={() => `${formatNumber(percent)}%`}
      />
    </Flex>
  );
}

export const ProxyReversals = ({ proxy }: { proxy: Proxy }) => (
  <Reversals of={proxy} price={proxy.price} toPath={({ id }) => adminTransactionPath(id)} />
);

function Location({ code }: { code: string }) {
  return (
    <Flex align="center" gap="small" component="span" title={countryName(code)}>
      <Flag code={code} />
      {isRandom(code) ? 'Random' : code.toUpperCase()}
    </Flex>
  );
}

export const proxyColumns = (onDetails: (proxy: Proxy) => void): Column<Proxy>[] => [
  {
    title: 'Proxy ID',
    render: (proxy) => (
      <StackedCell
        primary={<strong>#{proxy.id}</strong>}
        secondary={<span title={proxy.uuid}>{shortUuid(proxy.uuid)}</span>}
      />
    ),
  },
  { title: 'Type', render: ({ type }) => capitalise(type) },
  { title: 'Location', render: ({ location }) => <Location code={location} /> },
  {
    title: 'IP:Port',
    render: (proxy) => (
      <StackedCell
        primary={<code style={{ whiteSpace: 'nowrap' }}>{proxyAddress(proxy)}</code>}
        secondary={proxy.protocol.toUpperCase()}
      />
    ),
  },
  {
    title: 'Status',
    render: (proxy) => (
      <div title={`Until ${formatDateTime(proxy.expires_at)} (Lagos)`}>
        <StackedCell
          primary={<StatusBadge status={displayStatus(proxy)} />}
          secondary={daysLeft(proxy)}
        />
      </div>
    ),
  },
  {
    title: 'User',
    render: ({ user }) => (
      <StackedCell
        primary={
          <>
            {user.name} {user.role !== 'user' && <RoleBadge role={user.role} />}
          </>
        }
        secondary={
          <>
            {user.email}
            {user.role === 'user' && <span className="visually-hidden">, role user</span>}
          </>
        }
      />
    ),
  },
  { title: 'Usage', render: (proxy) => <Usage proxy={proxy} /> },
  {
    title: 'Cost',
    numeric: true,
    render: (proxy) => (
      <StackedCell
        primary={<PrivateMoney amount={proxy.price} />}
        secondary={proxy.reversals.length > 0 && <ProxyReversals proxy={proxy} />}
      />
    ),
  },
  {
    title: 'Details',
    render: (proxy) => (
      <Button
        size="small"
        aria-label={`Details of proxy ${proxy.id}`}
        onClick={() => onDetails(proxy)}
      >
        Details
      </Button>
    ),
  },
];
