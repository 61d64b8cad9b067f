import AppstoreOutlined from '@ant-design/icons/AppstoreOutlined';
import AuditOutlined from '@ant-design/icons/AuditOutlined';
import BankOutlined from '@ant-design/icons/BankOutlined';
import BarChartOutlined from '@ant-design/icons/BarChartOutlined';
import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined';
import CloudServerOutlined from '@ant-design/icons/CloudServerOutlined';
import DatabaseOutlined from '@ant-design/icons/DatabaseOutlined';
import GlobalOutlined from '@ant-design/icons/GlobalOutlined';
import MessageOutlined from '@ant-design/icons/MessageOutlined';
import NotificationOutlined from '@ant-design/icons/NotificationOutlined';
import PercentageOutlined from '@ant-design/icons/PercentageOutlined';
import SafetyOutlined from '@ant-design/icons/SafetyOutlined';
import SettingOutlined from '@ant-design/icons/SettingOutlined';
import ShoppingOutlined from '@ant-design/icons/ShoppingOutlined';
import TagsOutlined from '@ant-design/icons/TagsOutlined';
import TeamOutlined from '@ant-design/icons/TeamOutlined';
import ToolOutlined from '@ant-design/icons/ToolOutlined';
import UnorderedListOutlined from '@ant-design/icons/UnorderedListOutlined';
import { Badge } from 'antd';
import type { ComponentType, ReactNode } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { useAdminListTickets } from '@/api/generated/admin-tickets';
import { useListWalletCorrections } from '@/api/generated/admin-wallet-corrections';
import { useCurrentUser } from '@/api/use-current-user';
import { adminPaths } from '@/lib/admin-paths';
import { useSiteName } from '@/lib/site-name';
import { useAdminNavigation } from './admin-navigation';
import { SearchButton } from '@/features/admin-search/search-button';
import { ShellSidebar, type SidebarProps } from './shell-sidebar';
import styles from './shell-sidebar.module.css';

const MINUTE = 60_000;

const ICONS: Record<string, ComponentType<{ 'aria-hidden': true }>> = {
  AppstoreOutlined,
  AuditOutlined,
  BankOutlined,
  BarChartOutlined,
  CheckCircleOutlined,
  CloudServerOutlined,
  DatabaseOutlined,
  GlobalOutlined,
  MessageOutlined,
  NotificationOutlined,
  PercentageOutlined,
  SettingOutlined,
  ShoppingOutlined,
  TagsOutlined,
  TeamOutlined,
  ToolOutlined,
  UnorderedListOutlined,
};

function Count({ count, what }: { count: number | undefined; what: string }) {
  return (
    <Badge
      count={count ?? 0}
      size="small"
      color="var(--on-side)"
      styles={{ indicator: { color: 'var(--side)' } }}
      title={`${count ?? 0} ${what}`}
      style={{ marginInlineStart: 8 }}
    />
  );
}

const QUIET = { query: { meta: { quiet: true }, refetchInterval: MINUTE } };

function Awaiting() {
  const query = useListWalletCorrections({ status: 'proposed', per_page: 1 }, QUIET);
  return <Count count={query.data?.data.awaiting} what="awaiting approval" />;
}

function UnreadTickets() {
  const query = useAdminListTickets({ per_page: 1 }, QUIET);
  return <Count count={query.data?.data.statistics.unread} what="unread tickets" />;
}

/** After the label of an entry. */
const BADGES: Record<string, ReactNode> = {
  Approvals: <Awaiting />,
  Support: <UnreadTickets />,
};

export default function AdminSidebar({ onNavigate }: SidebarProps) {
  const user = useCurrentUser();
  const groups = useAdminNavigation();
  const site = useSiteName();
  if (!user) return null;
  return (
    <ShellSidebar
      area="admin"
      user={user}
      detail={user.staff_role ?? (user.role === 'admin' ? 'Admin' : 'Sub-admin')}
      groups={groups.map(({ label, entries }) => ({
        label,
        entries: entries.map(({ screens: [first], icon, ...entry }) => {
          const Icon = ICONS[icon]!;
          return {
            ...entry,
            to: first!.to,
            icon: <Icon aria-hidden />,
            badge: BADGES[entry.label],
          };
        }),
      }))}
      onNavigate={onNavigate}
      head={
        <>
          <Link to={adminPaths.dashboard} className={styles.panelTitle} onClick={onNavigate}>
            <strong>Admin Panel</strong>
            <span className={styles.detail}>{site}</span>
          </Link>
          {/* On a phone the bar above the menu has it. */}
          {!onNavigate && <SearchButton />}
        </>
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
