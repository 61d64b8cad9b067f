import EyeOutlined from '@ant-design/icons/EyeOutlined';
import UserOutlined from '@ant-design/icons/UserOutlined';
import { PrivateMoney } from '@/components/format/private-money';
import { StatusBadge } from '@/components/format/status-badge';
import type { CompactRow } from '@/components/list-page/compact-rows';
import { isRandom } from '@/lib/country';
import { formatNumber } from '@/lib/number';
import { capitalise } from '@/lib/text';
import { daysLeft, displayStatus, type Proxy } from './proxy';

interface Options {
  onDetails: (proxy: Proxy) => void;
  onUser: (proxy: Proxy) => void;
}

const usage = ({ pool_data: { limit_mb: limit }, ...proxy }: Proxy): string | null =>
  limit === null ? null : `${formatNumber(proxy.bandwidth_usage_percentage)}% used`;

/** A proxy in two lines, for phones. */
export const toCompactProxy =
  ({ onDetails, onUser }: Options) =>
  (proxy: Proxy): CompactRow => ({
    name: `proxy ${proxy.id}`,
    title: `#${proxy.id} ${capitalise(proxy.type)}, ${
      isRandom(proxy.location) ? 'Random' : proxy.location.toUpperCase()
    }`,
    open: () => onDetails(proxy),
    lead: <StatusBadge status={displayStatus(proxy)} />,
    details: [proxy.user.name, daysLeft(proxy), usage(proxy), proxy.protocol.toUpperCase()],
    note: <PrivateMoney amount={proxy.price} />,
    actions: [
      {
        key: 'details',
        label: 'Details',
        icon: <EyeOutlined aria-hidden />,
        onSelect: () => onDetails(proxy),
      },
      {
        key: 'user',
        label: `Open ${proxy.user.name}`,
        icon: <UserOutlined aria-hidden />,
        onSelect: () => onUser(proxy),
      },
    ],
  });
