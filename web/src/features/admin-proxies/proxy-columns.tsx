import UndoOutlined from '@ant-design/icons/UndoOutlined';
import { Button, Flex, Typography } from 'antd';
import { Flag } from '@/components/format/country';
import { PrivateMoney } from '@/components/format/private-money';
import { RoleBadge } from '@/components/format/role-badge';
import { StatusBadge } from '@/components/format/status-badge';
import { describeReversals, Reversals } from '@/components/transactions/reversals';
import { adminTransactionPath } from '@/lib/admin-paths';
import type { Column } from '@/components/list-page/columns';
import { StackedCell } from '@/components/list-page/stacked-cell';
import { LinkButton } from '@/components/ui/link-button';
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
    <StackedCell
      primary={`${megabytesToGb(used)} GB / ${megabytesToGb(limit)} GB`}
      secondary={
        <Typography.Text type={usageStatus(percent) === 'exception' ? 'danger' : 'secondary'}>
          {formatNumber(percent)}%
        </Typography.Text>
      }
    />
  );
}

export const ProxyReversals = ({ proxy }: { proxy: Proxy }) => (
  <Reversals of={proxy} price={proxy.price} toPath={({ id }) => adminTransactionPath(id)} />
);

/** For a row, which has no room for the words. */
function ReversalsLink({ proxy }: { proxy: Proxy }) {
  const last = proxy.reversals.at(-1);
  if (!last) return null;
  const text = describeReversals(proxy, proxy.price).join(', ');
  return (
    <LinkButton
      type="text"
      size="small"
      icon={<UndoOutlined aria-hidden />}
      to={adminTransactionPath(last.id)}
      title={text}
      aria-label={text}
    />
  );
}

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
    sort: 'created_at',
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
    grow: 4,
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
    grow: 3,
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
    sort: 'amount',
    numeric: true,
    render: (proxy) => (
      <>
        <ReversalsLink proxy={proxy} />
        <PrivateMoney amount={proxy.price} />
      </>
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
