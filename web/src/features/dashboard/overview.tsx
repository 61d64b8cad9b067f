import { Link } from 'react-router-dom';
import type { DashboardOverviewResponse } from '@/api/generated/api.schemas';
import { useTeam } from '@/api/use-team';
import { Money } from '@/components/format/money';
import { NOTE_PLACEHOLDER, StatCards, type Stat } from '@/components/layout/stat-cards';
import { formatBytes } from '@/lib/bytes';
import { formatDate } from '@/lib/date';
import { paths, proxyPath } from '@/lib/paths';

const MIB = 2 ** 20;

function toExpiry(next: DashboardOverviewResponse['next_expiry'], canBuy: boolean): Stat {
  const label = 'Next expiry';
  if (!next)
    return {
      label,
      value: 'None',
      note: canBuy ? <Link to={paths.buyProxy}>Buy a proxy</Link> : NOTE_PLACEHOLDER,
    };
  return {
    label,
    value: formatDate(next.expires_at),
    note: (
      <>
        <Link to={proxyPath(next.proxy_id)}>Proxy #{next.proxy_id}</Link>
        {next.auto_renew ? ', renews itself' : ''}
      </>
    ),
  };
}

const toTrafficLeft = ({ traffic_left_mb: left, next_expiry: next }: DashboardOverviewResponse) => {
  if (left !== null) return formatBytes(left * MIB);
  return next ? 'No limit' : 'None';
};

/** What a customer asks first: money left, traffic left, and what ends next. */
export function Overview({ overview }: { overview: DashboardOverviewResponse | undefined }) {
  const { canBuy } = useTeam();
  return (
    <StatCards
      stats={[
        {
          label: 'Balance',
          value: overview && <Money amount={overview.balance} />,
          note: <Link to={paths.wallet}>Wallet</Link>,
        },
        {
          label: 'Traffic left',
          value: overview && toTrafficLeft(overview),
          note: <Link to={paths.usage}>Usage</Link>,
        },
        overview
          ? toExpiry(overview.next_expiry, canBuy)
          : { label: 'Next expiry', value: undefined, note: NOTE_PLACEHOLDER },
      ]}
    />
  );
}
