import LogoutOutlined from '@ant-design/icons/LogoutOutlined';
import { Menu } from 'antd';
import type { ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import type { SessionUser } from '@/api/session';
import { signOut } from '@/api/sign-out';
import { ThemeSwitch } from '@/components/ui/theme-switch';
import { initials } from '@/lib/text';
import type { Area } from '@/theme/tokens';
import styles from './shell-sidebar.module.css';

export interface SidebarProps {
  /** Closes the surrounding drawer. */
  onNavigate?: () => void;
}

export interface NavigationEntry {
  to: string;
  label: string;
  icon: ReactNode;
  /** After the label, such as a number of things to do. */
  badge?: ReactNode;
  /** Pages without an entry of their own that belong to it; those below `to` do in any case. */
  covers?: readonly string[];
}

interface ShellSidebarProps extends SidebarProps {
  area: Area;
  user: SessionUser;
  /** Shown below the name. */
  detail: ReactNode;
  head: ReactNode;
  entries: readonly NavigationEntry[];
  /** Links above the name. */
  account?: ReactNode;
}

const belongsTo = ({ to, covers = [] }: NavigationEntry, pathname: string): boolean =>
  pathname === to || pathname.startsWith(`${to}/`) || covers.includes(pathname);

export function ShellSidebar({
  area,
  user,
  detail,
  head,
  entries,
  account,
  onNavigate,
}: ShellSidebarProps) {
  const { pathname } = useLocation();
  return (
    <div className={`${styles.sidebar} ${area === 'admin' ? styles.admin : ''}`}>
      {head}
      <nav aria-label="Main">
        <Menu
          mode="inline"
          inlineIndent={10}
          // The links inside are the tab stops.
          tabIndex={-1}
          selectedKeys={entries.filter((entry) => belongsTo(entry, pathname)).map(({ to }) => to)}
          onClick={onNavigate}
          items={entries.map(({ to, label, icon, badge }) => ({
            key: to,
            icon,
            label: (
              <NavLink to={to} className={styles.menuLink}>
                {label}
                {badge}
              </NavLink>
            ),
          }))}
        />
      </nav>
      <div className={styles.foot}>
        {account}
        <div className={styles.user}>
          <span className={styles.avatar} aria-hidden="true">
            {initials(user.name)}
          </span>
          <span className={styles.identity}>
            <strong dir="auto">{user.name}</strong>
            <span className={styles.detail}>{detail}</span>
          </span>
        </div>
        <div className={styles.controls}>
          <button type="button" className={styles.action} onClick={signOut}>
            <LogoutOutlined aria-hidden="true" />
            Logout
          </button>
          <ThemeSwitch />
        </div>
      </div>
    </div>
  );
}
