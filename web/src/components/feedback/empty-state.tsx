import { Empty } from 'antd';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../ui/icon';
import styles from './state.module.css';

export interface EmptyStateProps {
  icon: IconName;
  title: string;
  /** Why the list is empty and how to fill it. */
  hint?: string;
  action?: ReactNode;
}

/** Ant Design's Empty with an icon instead of its illustration, and a heading. */
export function EmptyState({ icon, title, hint, action }: EmptyStateProps) {
  return (
    <Empty
      className={styles.state}
      classNames={{ description: styles.description }}
      image={
        <span className={styles.mark}>
          <Icon name={icon} />
        </span>
      }
      styles={{ image: { height: 'auto', marginBottom: 0 }, footer: { marginTop: 0 } }}
      description={
        <>
          <h2>{title}</h2>
          {hint && <p>{hint}</p>}
        </>
      }
    >
      {action && <div className={styles.actions}>{action}</div>}
    </Empty>
  );
}
