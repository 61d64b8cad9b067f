import { Link, NavLink } from 'react-router-dom';
import type { SessionUser } from '@/api/session';
import { Icon, type IconName } from '@/components/ui/icon';
import { ThemeSwitch } from '@/components/ui/theme-switch';
import { staffIcons } from '@/components/ui/staff-icons';
import { adminPaths } from '@/lib/admin-paths';
import { useSiteName } from '@/lib/site-name';
import { initials } from '@/lib/text';
import styles from './admin-sidebar.module.css';
import { useLogout } from './use-logout';

interface Entry {
  to: string;
  label: string;
  icon: IconName;
  /** Of no use to a sub-admin. */
  adminOnly?: boolean;
}

const entries: readonly Entry[] = [
  { to: adminPaths.dashboard, label: 'Dashboard', icon: 'dashboard' },
  { to: adminPaths.users, label: 'User Management', icon: staffIcons.users },
  { to: adminPaths.proxies, label: 'Proxy Management', icon: 'server' },
  { to: adminPaths.transactions, label: 'Transactions', icon: 'list' },
  { to: adminPaths.reports, label: 'Reports', icon: staffIcons.chart, adminOnly: true },
  { to: adminPaths.audit, label: 'Audit Trail', icon: 'scroll' },
  { to: adminPaths.settings, label: 'Settings', icon: 'sliders', adminOnly: true },
];

interface AdminSidebarProps {
  user: SessionUser;
  onNavigate?: () => void;
}

export function AdminSidebar({ user, onNavigate }: AdminSidebarProps) {
  const logout = useLogout();
  const site = useSiteName();
  const isAdmin = user.role === 'admin';
  return (
    <div className={styles.sidebar}>
      <Link to={adminPaths.dashboard} className={styles.head} onClick={onNavigate}>
        <strong>Admin Panel</strong>
        <span className={styles.site}>{site}</span>
      </Link>
      <nav className={styles.nav} aria-label="Main">
        {entries
          .filter(({ adminOnly }) => isAdmin || !adminOnly)
          .map(({ to, label, icon }) => (
            <NavLink key={to} to={to} className={styles.link} onClick={onNavigate}>
              <Icon name={icon} size={17} />
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
            <span className={styles.role}>{isAdmin ? 'Admin' : 'Sub-admin'}</span>
          </span>
        </div>
        <NavLink to={adminPaths.security} className={styles.logout} onClick={onNavigate}>
          <Icon name="shield" size={16} />
          Security
        </NavLink>
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
