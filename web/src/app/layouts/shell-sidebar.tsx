import DownOutlined from '@ant-design/icons/DownOutlined';
import LogoutOutlined from '@ant-design/icons/LogoutOutlined';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { SessionUser } from '@/api/session';
import { signOut } from '@/api/sign-out';
import { ThemeSwitch } from '@/components/ui/theme-switch';
import { createSafeStorage } from '@/lib/safe-storage';
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
  /** Whether its screen is shown. */
  isOpen: boolean;
}

export interface NavigationGroup {
  /** A group with a label can be collapsed. */
  label?: string;
  entries: readonly NavigationEntry[];
}

interface ShellSidebarProps extends SidebarProps {
  area: Area;
  user: SessionUser;
  /** Shown below the name. */
  detail: ReactNode;
  head: ReactNode;
  groups: readonly NavigationGroup[];
  /** Links above the name. */
  account?: ReactNode;
}

const collapsed = createSafeStorage('localStorage', 'nairaproxy.collapsed');
const readCollapsed = (): string[] => collapsed.get()?.split(',') ?? [];

function Entries({ entries, onNavigate }: NavigationGroup & SidebarProps) {
  return (
    <ul className={styles.entries}>
      {entries.map(({ to, label, icon, badge, isOpen }) => (
        <li key={to}>
          <Link
            to={to}
            className={styles.entry}
            aria-current={isOpen ? 'page' : undefined}
            onClick={onNavigate}
          >
            {icon}
            {label}
            {badge}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Its state is remembered; that with the open screen is always shown. */
function CollapsibleGroup({ label = '', entries, onNavigate }: NavigationGroup & SidebarProps) {
  const [isCollapsed, setCollapsed] = useState(() => readCollapsed().includes(label));
  const isShown = !isCollapsed || entries.some(({ isOpen }) => isOpen);
  const toggle = (): void => {
    const others = readCollapsed().filter((one) => one && one !== label);
    collapsed.set([...others, ...(isShown ? [label] : [])].join(','));
    setCollapsed(isShown);
  };
  return (
    <div>
      <button type="button" className={styles.group} aria-expanded={isShown} onClick={toggle}>
        {label}
        <DownOutlined aria-hidden="true" />
      </button>
      {isShown && <Entries entries={entries} onNavigate={onNavigate} />}
    </div>
  );
}

export function ShellSidebar({
  area,
  user,
  detail,
  head,
  groups,
  account,
  onNavigate,
}: ShellSidebarProps) {
  return (
    <div className={`${styles.sidebar} ${area === 'admin' ? styles.admin : ''}`}>
      {head}
      <nav aria-label="Main">
        {groups.map((group, index) => {
          const Group = group.label ? CollapsibleGroup : Entries;
          return <Group key={group.label ?? index} {...group} onNavigate={onNavigate} />;
        })}
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
