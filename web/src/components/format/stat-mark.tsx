import { Icon, type IconName } from '../ui/icon';
import { staffIcons } from '../ui/staff-icons';
import styles from './stat-mark.module.css';

const ICONS = {
  users: staffIcons.users,
  proxies: 'server',
  revenue: 'wallet',
  orders: 'cart',
  clock: 'clock',
  errors: 'alert',
  uptime: 'signal',
  queue: 'list',
  database: staffIcons.database,
  traffic: 'globe',
} as const satisfies Record<string, IconName>;

interface StatMarkProps {
  color: 'green' | 'blue' | 'purple' | 'orange' | 'red' | 'gray';
  icon?: keyof typeof ICONS;
}

/** The hue, and where there is one the sign, that the server gives a figure: a dot without it. */
export function StatMark({ color, icon }: StatMarkProps) {
  return (
    <span
      className={`${icon ? styles.sign : styles.dot} ${styles[color] ?? ''}`}
      aria-hidden="true"
    >
      {icon && <Icon name={ICONS[icon]} size={15} />}
    </span>
  );
}
