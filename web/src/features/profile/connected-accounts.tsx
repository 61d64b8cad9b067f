import type { SessionUser } from '@/api/session';
import { Icon } from '@/components/ui/icon';
import styles from './profile.module.css';

export function ConnectedAccounts({ user }: { user: SessionUser }) {
  const verified = user.email_verified_at !== null;
  return (
    <div className={styles.account}>
      <Icon name="mail" size={20} />
      <div className={styles.who}>
        <strong>{user.email}</strong>
        <span className={verified ? styles.verified : styles.unverified}>
          <Icon name={verified ? 'check' : 'alert'} size={14} />
          {verified ? 'Verified' : 'Not verified'}
        </span>
      </div>
      <span className={styles.primary}>Primary</span>
    </div>
  );
}
