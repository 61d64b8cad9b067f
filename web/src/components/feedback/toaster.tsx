import { useSyncExternalStore } from 'react';
import { toast, type ToastKind } from '@/lib/toast';
import { Icon, type IconName } from '../ui/icon';
import styles from './toaster.module.css';

const icons: Record<ToastKind, IconName> = { success: 'check', error: 'alert', blank: 'info' };

export function Toaster() {
  const toasts = useSyncExternalStore(toast.subscribe, toast.get);
  return (
    <div
      className={styles.region}
      role="region"
      aria-label="Notifications"
      aria-live="polite"
      onPointerEnter={toast.pause}
      onPointerLeave={toast.resume}
    >
      {toasts.map(({ id, kind, text }) => (
        <div
          key={id}
          className={`${styles.toast} ${styles[kind] ?? ''}`}
          role={kind === 'error' ? 'alert' : 'status'}
        >
          <span className={styles.mark}>
            <Icon name={icons[kind]} size={16} />
          </span>
          <span>{text}</span>
          <button
            type="button"
            className={styles.close}
            aria-label="Dismiss"
            onClick={() => toast.dismiss(id)}
          >
            <Icon name="close" size={14} />
          </button>
        </div>
      ))}
    </div>
  );
}
