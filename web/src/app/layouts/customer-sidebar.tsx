import AppstoreOutlined from '@ant-design/icons/AppstoreOutlined';
import CloudServerOutlined from '@ant-design/icons/CloudServerOutlined';
import QuestionCircleOutlined from '@ant-design/icons/QuestionCircleOutlined';
import ShoppingCartOutlined from '@ant-design/icons/ShoppingCartOutlined';
import UnorderedListOutlined from '@ant-design/icons/UnorderedListOutlined';
import UserOutlined from '@ant-design/icons/UserOutlined';
import WalletOutlined from '@ant-design/icons/WalletOutlined';
import { Link } from 'react-router-dom';
import { useCurrentUser } from '@/api/use-current-user';
import { useTeam } from '@/api/use-team';
import { Email } from '@/components/format/email';
import { Money } from '@/components/format/money';
import { Brand } from '@/components/ui/brand';
import { InboxButton } from '@/features/inbox/inbox-button';
import { paths } from '@/lib/paths';
import { ShellSidebar, type NavigationEntry, type SidebarProps } from './shell-sidebar';
import styles from './shell-sidebar.module.css';

const entries: readonly NavigationEntry[] = [
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
    covers: [paths.usage],
  },
  { to: paths.profile, label: 'Profile', icon: <UserOutlined aria-hidden="true" /> },
];

export default function CustomerSidebar({ onNavigate }: SidebarProps) {
  const user = useCurrentUser();
  const { team, canBuy } = useTeam();
  if (!user) return null;
  return (
    <ShellSidebar
      area="customer"
      user={user}
      detail={<Email address={user.email} />}
      entries={canBuy ? entries : entries.filter(({ to }) => to !== paths.buyProxy)}
      onNavigate={onNavigate}
      account={
        <Link to={paths.help} className={styles.action} onClick={onNavigate}>
          <QuestionCircleOutlined aria-hidden="true" />
          Help
        </Link>
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
