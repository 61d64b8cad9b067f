import { useIsAdmin } from '@/api/use-is-admin';
import { Panel } from '@/components/layout/panel';
import { ButtonLink } from '@/components/ui/button';
import { Icon, type IconName } from '@/components/ui/icon';
import { staffIcons } from '@/components/ui/staff-icons';
import styles from './dashboard.module.css';
import { adminPaths } from '@/lib/admin-paths';

const ACTIONS: readonly { to: string; label: string; icon: IconName; adminOnly?: boolean }[] = [
  { to: adminPaths.users, label: 'Manage Users', icon: staffIcons.users },
  { to: adminPaths.proxies, label: 'Proxy Servers', icon: 'server' },
  { to: adminPaths.reports, label: 'View Reports', icon: staffIcons.chart, adminOnly: true },
  { to: adminPaths.audit, label: 'Security Logs', icon: 'shield' },
];

export function QuickActions() {
  const isAdmin = useIsAdmin();
  return (
    <Panel title="Quick Actions">
      <div className={styles.quick}>
        {ACTIONS.filter(({ adminOnly }) => isAdmin || !adminOnly).map(({ to, label, icon }) => (
          <ButtonLink key={to} to={to}>
            <Icon name={icon} size={16} />
            {label}
          </ButtonLink>
        ))}
      </div>
    </Panel>
  );
}
