import { useIsAdmin } from '@/api/use-is-admin';
import { Panel } from '@/components/layout/panel';
import { ButtonLink } from '@/components/ui/button';
import { Icon, type IconName } from '@/components/ui/icon';
import { paths } from '@/lib/paths';
import styles from './dashboard.module.css';

const ACTIONS: readonly { to: string; label: string; icon: IconName; adminOnly?: boolean }[] = [
  { to: paths.adminUsers, label: 'Manage Users', icon: 'users' },
  { to: paths.adminProxies, label: 'Proxy Servers', icon: 'server' },
  { to: paths.adminReports, label: 'View Reports', icon: 'chart', adminOnly: true },
  { to: paths.adminAudit, label: 'Security Logs', icon: 'shield' },
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
