import type { ReactNode } from 'react';
import { Icon, type IconName } from '../ui/icon';
import styles from './notice.module.css';

interface NoticeProps {
  tone?: 'info' | 'warning' | 'danger' | 'good' | 'quiet';
  icon?: IconName;
  title?: string;
  children: ReactNode;
}

/** A word that stays where it concerns something, unlike a toast. */
export function Notice({ tone = 'info', icon = 'info', title, children }: NoticeProps) {
  return (
    <div className={`${styles.notice} ${styles[tone] ?? ''}`}>
      <Icon name={icon} size={17} />
      <div>
        {title && <strong>{title}</strong>}
        <div>{children}</div>
      </div>
    </div>
  );
}

/** In the place of what the viewer's role may not see. */
export function Restricted({ children }: { children: ReactNode }) {
  return (
    <p className={styles.restricted}>
      <Icon name="shield" size={17} />
      {children}
    </p>
  );
}
