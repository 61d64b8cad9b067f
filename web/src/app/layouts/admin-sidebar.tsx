import AppstoreOutlined from '@ant-design/icons/AppstoreOutlined';
import AuditOutlined from '@ant-design/icons/AuditOutlined';
import BarChartOutlined from '@ant-design/icons/BarChartOutlined';
import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined';
import CloudServerOutlined from '@ant-design/icons/CloudServerOutlined';
import IdcardOutlined from '@ant-design/icons/IdcardOutlined';
import SafetyOutlined from '@ant-design/icons/SafetyOutlined';
import SettingOutlined from '@ant-design/icons/SettingOutlined';
import TeamOutlined from '@ant-design/icons/TeamOutlined';
import UnorderedListOutlined from '@ant-design/icons/UnorderedListOutlined';
import { Badge } from 'antd';
import { Link, NavLink } from 'react-router-dom';
import { useListWalletCorrections } from '@/api/generated/admin-wallet-corrections';
import { useCanOpen } from '@/api/use-can';
import { useCurrentUser } from '@/api/use-current-user';
import { adminPaths } from '@/lib/admin-paths';
import { useSiteName } from '@/lib/site-name';
import { ShellSidebar, type NavigationEntry, type SidebarProps } from './shell-sidebar';
import styles from './shell-sidebar.module.css';

const MINUTE = 60_000;

/** How many proposals await approval. */
function Awaiting() {
  const query = useListWalletCorrections(
    { status: 'proposed', per_page: 1 },
    { query: { meta: { quiet: true }, refetchInterval: MINUTE } },
  );
  const count = query.data?.data.awaiting ?? 0;
  return (
    <Badge
      count={count}
      size="small"
      title={`${count} awaiting approval`}
      style={{ marginInlineStart: 8 }}
    />
  );
}

const entries: readonly NavigationEntry[] = [
  { to: adminPaths.dashboard, label: 'Dashboard', icon: <AppstoreOutlined aria-hidden="true" /> },
  {
    to: adminPaths.approvals,
    label: 'Approvals',
    badge: <Awaiting />,
    icon: <CheckCircleOutlined aria-hidden="true" />,
  },
  { to: adminPaths.users, label: 'User Management', icon: <TeamOutlined aria-hidden="true" /> },
  {
    to: adminPaths.proxies,
    label: 'Proxy Management',
    icon: <CloudServerOutlined aria-hidden="true" />,
  },
  {
    to: adminPaths.transactions,
    label: 'Transactions',
    icon: <UnorderedListOutlined aria-hidden="true" />,
  },
  {
    to: adminPaths.reports,
    label: 'Reports',
    icon: <BarChartOutlined aria-hidden="true" />,
  },
  { to: adminPaths.audit, label: 'Audit Trail', icon: <AuditOutlined aria-hidden="true" /> },
  {
    to: adminPaths.settings,
    label: 'Settings',
    icon: <SettingOutlined aria-hidden="true" />,
  },
  { to: adminPaths.staff, label: 'Staff & roles', icon: <IdcardOutlined aria-hidden="true" /> },
];

export default function AdminSidebar({ onNavigate }: SidebarProps) {
  const user = useCurrentUser();
  const canOpen = useCanOpen();
  const site = useSiteName();
  if (!user) return null;
  return (
    <ShellSidebar
      area="admin"
      user={user}
      detail={user.staff_role ?? (user.role === 'admin' ? 'Admin' : 'Sub-admin')}
      entries={entries.filter(({ to }) => canOpen(to))}
      onNavigate={onNavigate}
      head={
        <Link to={adminPaths.dashboard} className={styles.panelTitle} onClick={onNavigate}>
          <strong>Admin Panel</strong>
          <span className={styles.detail}>{site}</span>
        </Link>
      }
      account={
        <NavLink to={adminPaths.security} className={styles.action} onClick={onNavigate}>
          <SafetyOutlined aria-hidden="true" />
          Security
        </NavLink>
      }
    />
  );
}
