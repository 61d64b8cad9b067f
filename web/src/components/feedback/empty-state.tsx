import type { ReactNode } from 'react';
import { Icon, type IconName } from '../ui/icon';
import styles from './state.module.css';

export interface EmptyStateProps {
  icon: IconName;
  title: string;
  /** Why it is empty and what would fill it. */
  hint?: string;
  action?: ReactNode;
}

export function EmptyState({ icon, title, hint, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <span className={styles.mark}>
        <Icon name={icon} />
      </span>
      <h2>{title}</h2>
      {hint && <p>{hint}</p>}
      {action && <div className={styles.actions}>{action}</div>}
    </div>
  );
}
