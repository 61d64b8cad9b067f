import { Link } from 'react-router-dom';
import type { DashboardOverviewResponse } from '@/api/generated/api.schemas';
import { Icon, type IconName } from '@/components/ui/icon';
import { formatDate } from '@/lib/date';
import { formatNaira } from '@/lib/money';
import { formatNumber } from '@/lib/number';
import { topUpPath } from '@/lib/page-paths';
import { paths, proxyPath } from '@/lib/paths';
import styles from './dashboard-page.module.css';

type Tone = 'danger' | 'warning' | 'calm';

export interface AttentionItem {
  tone: Tone;
  text: string;
  action: string;
  to: string;
}

const DAY_MS = 86_400_000;
/** As many days before the end as the first notification. */
const SOON_MS = 3 * DAY_MS;

const count = (proxies: number): string => `${formatNumber(proxies)} proxies`;

type NextExpiry = NonNullable<DashboardOverviewResponse['next_expiry']>;

function describeExpiry({ proxy_id, proxies, not_renewing: ending, ...next }: NextExpiry): string {
  const on = `on ${formatDate(next.expires_at)}`;
  if (proxies === 1)
    return `Proxy #${proxy_id} expires ${on} and ${ending ? 'will not renew' : 'renews automatically'}`;
  const renewal =
    ending === 0
      ? 'all renew automatically'
      : ending === proxies
        ? 'none will renew'
        : `${formatNumber(ending)} will not renew`;
  return `${count(proxies)} expire ${on}, ${renewal}`;
}

/** What needs the customer, the most urgent first; the next expiry last when it is far. */
export function toAttention(
  overview: DashboardOverviewResponse,
  isOwner: boolean,
  now = Date.now(),
): AttentionItem[] {
  const { next_expiry: next, low_traffic: low, failures_today: failures } = overview;
  const payment = isOwner ? overview.open_payment : null;
  const amount = payment ? formatNaira(payment.amount) : '';
  const isSoon = next !== null && Date.parse(next.expires_at) - now < SOON_MS;
  const isUrgent = isSoon && next.not_renewing > 0;
  const expiry = next && {
    tone: isUrgent ? ('warning' as const) : ('calm' as const),
    text: describeExpiry(next),
    action: isUrgent ? 'Renew' : 'Show',
    to: next.proxies === 1 ? proxyPath(next.proxy_id) : paths.proxyHistory,
  };
  const items: (AttentionItem | false | null)[] = [
    payment?.status === 'failed' && {
      tone: 'danger',
      text: `Your top-up of ${amount} failed`,
      action: 'Try again',
      to: topUpPath(payment.amount),
    },
    expiry?.tone === 'warning' && expiry,
    low && {
      tone: 'warning',
      text:
        low.proxies === 1
          ? `Proxy #${low.proxy_id} has used more than 80% of its traffic`
          : `${count(low.proxies)} have used more than 80% of their traffic`,
      action: low.proxies === 1 ? 'Add traffic' : `Open #${low.proxy_id}`,
      to: proxyPath(low.proxy_id),
    },
    failures > 0 && {
      tone: 'warning',
      text: `${formatNumber(failures)} ${failures === 1 ? 'request' : 'requests'} failed today`,
      action: 'See why',
      to: `${paths.usage}?period=24h`,
    },
    payment?.status === 'pending' && {
      tone: 'warning',
      text: `Your top-up of ${amount} is not paid yet`,
      action: 'Finish',
      to: `${paths.transactions}?status=pending`,
    },
    expiry?.tone === 'calm' && expiry,
  ];
  return items.filter((item) => item !== false && item !== null);
}

const ICONS: Record<Tone, IconName> = { danger: 'alert', warning: 'alert', calm: 'clock' };

export function Attention({ items }: { items: readonly AttentionItem[] }) {
  if (items.length === 0) return null;
  return (
    <ul className={styles.attention} aria-label="What needs you">
      {items.map(({ tone, text, action, to }) => (
        <li key={text}>
          <span className={styles[tone]}>
            <Icon name={ICONS[tone]} size={18} />
          </span>
          <span>{text}</span>
          <Link to={to} aria-label={`${action}: ${text}`}>
            {action}
          </Link>
        </li>
      ))}
    </ul>
  );
}
