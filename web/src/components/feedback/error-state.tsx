import type { ReactNode } from 'react';
import { PlainButton } from '../ui/button';
import { Icon } from '../ui/icon';
import styles from './state.module.css';

interface ErrorStateProps {
  title: string;
  message?: string;
  /** Quoted to support. */
  requestId?: string;
  onRetry: () => void;
  retryLabel?: string;
  action?: ReactNode;
}

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
        <PlainButton look="primary" onClick={onRetry}>
          {retryLabel}
        </PlainButton>
        {action}
      </div>
    </div>
  );
}
