import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Icon } from '../ui/icon';
import styles from './state.module.css';

interface ErrorStateProps {
  title: string;
  message?: string;
  /** For support requests. */
  requestId?: string;
  onRetry: () => void;
  retryLabel?: string;
  action?: ReactNode;
}

/**
 * Home-made: Ant Design's Result adds its illustrations (8 KiB) to lists on phones, and its title
 * is not a heading.
 */
export function ErrorState({
  title,
  message,
  requestId,
  onRetry,
  retryLabel = 'Try Again',
  action,
}: ErrorStateProps) {
  return (
    <div className={`${styles.state} ${styles.error}`} role="alert">
      <span className={styles.mark}>
        <Icon name="alert" />
      </span>
      <h2>{title}</h2>
      {message && <p>{message}</p>}
      {requestId && <p className={styles.request}>Request id: {requestId}</p>}
      <div className={styles.actions}>
        <Button type="primary" onClick={onRetry}>
          {retryLabel}
        </Button>
        {action}
      </div>
    </div>
  );
}
