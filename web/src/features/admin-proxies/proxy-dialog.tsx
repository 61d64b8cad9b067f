import { Typography, Alert, Flex, Progress, type DescriptionsProps } from 'antd';
import { Link } from 'react-router-dom';
import { useAdminGetAllowedAddresses } from '@/api/generated/admin-users';
import { useCan } from '@/api/use-can';
import { adminUserPath } from '@/lib/admin-paths';
import { type Proxy, daysLeft, displayStatus, formatSessionTtl, usageStatus } from './proxy';
import type { ReactNode } from 'react';
import { CopyField } from '@/components/form/copy-field';
import { OrderLink } from '@/components/orders/order-link';
import { Country } from '@/components/format/country';
import { PrivateMoney } from '@/components/format/private-money';
import { RoleBadge } from '@/components/format/role-badge';
import { StatusBadge } from '@/components/format/status-badge';
import { CopyButton } from '@/components/ui/copy-button';
import { Dialog } from '@/components/ui/dialog';
import { COPY_MESSAGES } from '@/lib/copy-messages';
import { countryName } from '@/lib/country';
import { formatDateTime } from '@/lib/date';
import { formatNaira } from '@/lib/money';
import { formatNumber } from '@/lib/number';
import { capitalise } from '@/lib/text';
import { ProxyReversals } from './proxy-columns';
import { ProxyActions } from './proxy-actions';
import { Facts } from '@/components/layout/facts';

/** From where this proxy needs no password; changed on the view of its customer. */
export function ProxyAddresses({ proxy: { id, user } }: { proxy: Proxy }) {
  const { data, isError } = useAdminGetAllowedAddresses(user.id, {
    query: { meta: { quiet: true } },
  });
  const lists = data?.data;
  const own = lists?.proxies.find(({ proxy_id: proxyId }) => proxyId === id)?.addresses ?? [];
  const active = lists && [...lists.account, ...own].filter(({ state }) => state === 'active');
  const all = active?.map(({ address }) => address);
  const text = isError
    ? 'Could not be loaded'
    : all && (all.length > 0 ? [...new Set(all)].join(', ') : 'Nowhere');
  return (
    <Facts
      items={[
        {
          label: 'No password from',
          children: (
            <>
              <Typography.Text style={{ overflowWrap: 'anywhere' }}>{text ?? '…'}</Typography.Text>
              {all && all.length > 0 && (
                <>
                  {' '}
                  <Link to={adminUserPath(user.id)}>See the lists</Link>
                  {lists?.enabled ? '' : ' (switched off in the settings)'}
                </>
              )}
            </>
          ),
        },
      ]}
    />
  );
}

type Item = NonNullable<DescriptionsProps['items']>[number];

/** A description with a button that copies `text`. */
const copyableItem = (label: string, text: string, content: ReactNode = text): Item => ({
  label,
  children: (
    <Flex align="center" justify="space-between" gap="small" style={{ width: '100%' }}>
      <Flex align="center" gap="small" wrap>
        {content}
      </Flex>
      <CopyButton compact text={text} label={label.toLowerCase()} messages={COPY_MESSAGES} />
    </Flex>
  ),
});

function Overview({ proxy }: { proxy: Proxy }) {
  const { user, price } = proxy;
  const can = useCan();
  const status = displayStatus(proxy);
  return (
    <Facts
      column={{ xs: 1, sm: 2 }}
      items={[
        copyableItem(
          'Status',
          capitalise(status),
          <>
            <StatusBadge status={status} />
            <Typography.Text type="secondary">{daysLeft(proxy)}</Typography.Text>
          </>,
        ),
        copyableItem('Location', countryName(proxy.location), <Country code={proxy.location} />),
        copyableItem('Protocol', proxy.protocol.toUpperCase()),
        price === null
          ? { label: 'Price', children: <PrivateMoney amount={null} /> }
          : copyableItem(
              'Price',
              formatNaira(price),
              <>
                {formatNaira(price)} <ProxyReversals proxy={proxy} />
              </>,
            ),
        copyableItem(
          'User',
          user.name,
          <>
            <Link to={adminUserPath(user.id)}>{user.name}</Link>
            <RoleBadge role={user.role} />
          </>,
        ),
        copyableItem('Email', user.email),
        { label: 'Order', children: <OrderLink id={proxy.order_id} can={can} />, span: 'filled' },
        { label: 'Created', children: formatDateTime(proxy.created_at) },
        { label: 'Expires', children: formatDateTime(proxy.expires_at) },
      ]}
    />
  );
}

function Access({ proxy }: { proxy: Proxy }) {
  const { connection_string: connection, username, password, uuid } = proxy;
  // Null if the viewer may not see the value.
  const canViewCredentials = connection !== null && username !== null;
  return (
    <Flex vertical gap="small">
      {!canViewCredentials && (
        <Alert
          type="info"
          role="note"
          showIcon
          title="Credentials are restricted to admin users only."
        />
      )}
      {canViewCredentials && password === null && (
        <Alert
          type="warning"
          role="note"
          showIcon
          title="The password cannot be read"
          description="It was encrypted with another key. Reissue the credentials to give the proxy a new one."
        />
      )}
      {canViewCredentials && (
        <>
          <CopyField label="Connection string" value={connection} messages={COPY_MESSAGES} />
          <CopyField label="Username" value={username} messages={COPY_MESSAGES} />
          {password !== null && (
            <CopyField label="Password" value={password} secret messages={COPY_MESSAGES} />
          )}
        </>
      )}
      <CopyField label="UUID" value={uuid} messages={COPY_MESSAGES} />
    </Flex>
  );
}

function PoolInformation({ proxy }: { proxy: Proxy }) {
  const { session_id: session, ttl_minutes: ttl, used_mb: used, limit_mb: limit } = proxy.pool_data;
  const percent = proxy.bandwidth_usage_percentage;
  return (
    <Facts
      title="Pool Information"
      items={[
        {
          label: 'Session ID',
          children: session ? <Typography.Text code>{session}</Typography.Text> : 'None',
        },
        { label: 'TTL', children: formatSessionTtl(ttl) },
        {
          label: 'Bandwidth',
          children:
            limit === null ? (
              `${formatNumber(used)} MB, no limit`
            ) : (
              <Flex vertical>
                <span>
                  {`${formatNumber(used)} MB / ${formatNumber(limit)} MB (${formatNumber(percent)}%)`}
                </span>
                <Progress
                  aria-label="Bandwidth used"
                  percent={percent}
                  size="small"
                  showInfo={false}
                  status={usageStatus(percent)}
                />
              </Flex>
            ),
        },
      ]}
    />
  );
}

interface ProxyDialogProps {
  proxy: Proxy;
  onClose: () => void;
}

export default function ProxyDialog({ proxy, onClose }: ProxyDialogProps) {
  return (
    <Dialog
      title={`Proxy #${proxy.id} (${capitalise(proxy.type)})`}
      width={760}
      onClose={onClose}
      footer={<ProxyActions proxy={proxy} onClose={onClose} />}
    >
      <Flex vertical gap="middle">
        <Overview proxy={proxy} />
        <Access proxy={proxy} />
        <ProxyAddresses proxy={proxy} />
        <PoolInformation proxy={proxy} />
      </Flex>
    </Dialog>
  );
}
