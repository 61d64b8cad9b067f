import { Link, NavLink } from 'react-router-dom';
import type { SessionUser } from '@/api/session';
import { Money } from '@/components/format/money';
import { Brand } from '@/components/ui/brand';
import { Icon, type IconName } from '@/components/ui/icon';
import { ThemeSwitch } from '@/components/ui/theme-switch';
import { initials } from '@/lib/text';
import { paths } from '@/lib/paths';
import styles from './customer-sidebar.module.css';
import { useLogout } from './use-logout';

const entries: readonly { to: string; label: string; icon: IconName }[] = [
  { to: paths.dashboard, label: 'Dashboard', icon: 'dashboard' },
  { to: paths.buyProxy, label: 'Buy Proxy', icon: 'cart' },
  { to: paths.transactions, label: 'Transactions', icon: 'list' },
  { to: paths.wallet, label: 'Wallet', icon: 'wallet' },
  { to: paths.proxyHistory, label: 'Proxy History', icon: 'server' },
  { to: paths.profile, label: 'Profile', icon: 'user' },
];

interface CustomerSidebarProps {
  user: SessionUser;
  onNavigate?: () => void;
}

export function CustomerSidebar({ user, onNavigate }: CustomerSidebarProps) {
  const logout = useLogout();
  return (
    <div className={styles.sidebar}>
      <div className={styles.head}>
        <Brand to={paths.landing} />
      </div>
      <Link to={paths.wallet} className={styles.balance} onClick={onNavigate}>
        <span className={styles.label}>Wallet balance</span>
        <span className={styles.amount}>
          <Money amount={user.wallet_balance} />
        </span>
      </Link>
      <nav className={styles.nav} aria-label="Main">
        {entries.map(({ to, label, icon }) => (
          <NavLink key={to} to={to} className={styles.link} onClick={onNavigate}>
            <Icon name={icon} />
            {label}
          </NavLink>
        ))}
      </nav>
      <div className={styles.foot}>
        <div className={styles.user}>
          <span className={styles.avatar} aria-hidden="true">
            {initials(user.name)}
          </span>
          <span className={styles.who}>
            <strong>{user.name}</strong>
            <span className={styles.mail}>{user.email}</span>
          </span>
        </div>
        <div className={styles.controls}>
          <button type="button" className={styles.logout} onClick={logout}>
            <Icon name="logout" size={16} />
            Logout
          </button>
          <ThemeSwitch />
        </div>
      </div>
    </div>
  );
}

export function BarBalance({ balance }: { balance: number }) {
  return (
    <Link to={paths.wallet} className={styles.pill}>
      <Icon name="wallet" size={16} />
      <span className="visually-hidden">Wallet balance</span>
      <Money amount={balance} />
    </Link>
  );
}
