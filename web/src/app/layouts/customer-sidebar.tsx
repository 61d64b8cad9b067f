import AppstoreOutlined from '@ant-design/icons/AppstoreOutlined';
import BarChartOutlined from '@ant-design/icons/BarChartOutlined';
import CloudServerOutlined from '@ant-design/icons/CloudServerOutlined';
import CodeOutlined from '@ant-design/icons/CodeOutlined';
import MessageOutlined from '@ant-design/icons/MessageOutlined';
import QuestionCircleOutlined from '@ant-design/icons/QuestionCircleOutlined';
import ShoppingCartOutlined from '@ant-design/icons/ShoppingCartOutlined';
import TeamOutlined from '@ant-design/icons/TeamOutlined';
import UnorderedListOutlined from '@ant-design/icons/UnorderedListOutlined';
import UserOutlined from '@ant-design/icons/UserOutlined';
import WalletOutlined from '@ant-design/icons/WalletOutlined';
import { Badge } from 'antd';
import { Link, NavLink, useLocation, type Location } from 'react-router-dom';
import { useListTickets } from '@/api/generated/support';
import { useCurrentUser } from '@/api/use-current-user';
import { useTeam } from '@/api/use-team';
import { Email } from '@/components/format/email';
import { Money } from '@/components/format/money';
import { Brand } from '@/components/ui/brand';
import { InboxButton } from '@/features/inbox/inbox-button';
import { newTicketPath, paths } from '@/lib/paths';
import { ShellSidebar, type NavigationEntry, type SidebarProps } from './shell-sidebar';
import styles from './shell-sidebar.module.css';

type Entry = Omit<NavigationEntry, 'isOpen'>;

const entries: readonly Entry[] = [
  { to: paths.dashboard, label: 'Dashboard', icon: <AppstoreOutlined aria-hidden="true" /> },
  { to: paths.buyProxy, label: 'Buy Proxy', icon: <ShoppingCartOutlined aria-hidden="true" /> },
  {
    to: paths.transactions,
    label: 'Transactions',
    icon: <UnorderedListOutlined aria-hidden="true" />,
  },
  {
    to: paths.wallet,
    label: 'Wallet',
    icon: <WalletOutlined aria-hidden="true" />,
  },
  {
    to: paths.proxyHistory,
    label: 'Proxy History',
    icon: <CloudServerOutlined aria-hidden="true" />,
  },
  { to: paths.usage, label: 'Usage', icon: <BarChartOutlined aria-hidden="true" /> },
  { to: paths.profile, label: 'Profile', icon: <UserOutlined aria-hidden="true" /> },
];

const secondary: readonly Entry[] = [
  { to: paths.developers, label: 'Developers', icon: <CodeOutlined aria-hidden="true" /> },
  { to: paths.team, label: 'Team', icon: <TeamOutlined aria-hidden="true" /> },
  { to: paths.help, label: 'Help', icon: <QuestionCircleOutlined aria-hidden="true" /> },
];

const REFRESH_MS = 60_000;
const REFERENCE = /^[\w-]{8,100}$/;

/** Support with what is in sight: a ticket about the proxy or the payment of the screen, else all tickets. */
function toSupport({ pathname, search }: Location): string {
  const proxy = /^\/proxyhistory\/(\d+)$/.exec(pathname)?.[1];
  if (proxy) return newTicketPath({ proxy_id: proxy });
  const searched = pathname === paths.transactions && new URLSearchParams(search).get('search');
  return searched && REFERENCE.test(searched)
    ? newTicketPath({ reference: searched })
    : paths.tickets;
}

function SupportLink({ onNavigate }: SidebarProps) {
  const location = useLocation();
  const { canBuy } = useTeam();
  const unread =
    useListTickets(
      { per_page: 1 },
      { query: { refetchInterval: REFRESH_MS, meta: { quiet: true } } },
    ).data?.data.unread_count ?? 0;
  return (
    <NavLink
      to={canBuy && unread === 0 ? toSupport(location) : paths.tickets}
      className={styles.action}
      onClick={onNavigate}
    >
      <MessageOutlined aria-hidden="true" />
      Support
      <Badge
        count={unread}
        size="small"
        title={`${unread} unread`}
        styles={{ indicator: { color: 'var(--on-danger)' } }}
      />
    </NavLink>
  );
}

export default function CustomerSidebar({ onNavigate }: SidebarProps) {
  const user = useCurrentUser();
  const { pathname } = useLocation();
  const { team, canBuy, isOwner } = useTeam();
  if (!user) return null;
  return (
    <ShellSidebar
      area="customer"
      user={user}
      detail={<Email address={user.email} />}
      groups={[
        {
          entries: entries
            .filter(({ to }) => canBuy || to !== paths.buyProxy)
            .map((entry) => ({
              ...entry,
              isOpen: pathname === entry.to || pathname.startsWith(`${entry.to}/`),
            })),
        },
      ]}
      onNavigate={onNavigate}
      account={
        <>
          {secondary
            .filter(({ to }) => isOwner || to !== paths.developers)
            .map(({ to, label, icon }) => (
              <NavLink key={to} to={to} className={styles.action} onClick={onNavigate}>
                {icon}
                {label}
              </NavLink>
            ))}
          <SupportLink onNavigate={onNavigate} />
        </>
      }
      head={
        <>
          <div className={styles.brand}>
            <Brand to={paths.landing} />
            {/* On a phone the bar above the menu has it. */}
            {!onNavigate && <InboxButton placement="left" />}
          </div>
          <Link to={paths.wallet} className={styles.balance} onClick={onNavigate}>
            <span className={styles.balanceLabel}>Wallet balance</span>
            <span className={styles.amount}>
              <Money amount={user.wallet_balance} />
            </span>
            {team && (
              <span className={styles.balanceLabel}>
                You act for <bdi>{team.owner_name}</bdi>
              </span>
            )}
          </Link>
        </>
      }
    />
  );
}
