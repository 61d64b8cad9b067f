import { useSyncExternalStore } from 'react';
import styles from './banners.module.css';

function subscribeOnline(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export function OfflineBanner() {
  const online = useSyncExternalStore(subscribeOnline, () => navigator.onLine);
  if (online) return null;
  return (
    <div className={styles.banner} role="status">
      You are offline. This page may be out of date, and you cannot buy anything until you are back
      online.
    </div>
  );
}

export function UpdateBanner({ available }: { available: boolean }) {
  if (!available) return null;
  return (
    <div className={`${styles.banner} ${styles.info}`} role="status">
      A new version is ready.
      <button type="button" onClick={() => window.location.reload()}>
        Reload
      </button>
    </div>
  );
}

export function SandboxBanner() {
  return (
    <aside className={styles.banner} aria-label="Sandbox">
      <span>
        Sandbox: simulated exits and payments.
        <span className={styles.more}> No real money moves.</span>
      </span>
    </aside>
  );
}
