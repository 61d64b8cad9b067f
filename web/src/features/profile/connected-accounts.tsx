import { Tag } from 'antd';
import type { SessionUser } from '@/api/session';
import { Icon } from '@/components/ui/icon';
import styles from './profile.module.css';

export function ConnectedAccounts({ user }: { user: SessionUser }) {
  const isVerified = user.email_verified_at !== null;
  return (
    <div className={styles.row}>
      <Icon name="mail" size={20} />
      <strong className={styles.details}>{user.email}</strong>
      <Tag
        color={isVerified ? 'success' : 'warning'}
        icon={<Icon name={isVerified ? 'check' : 'alert'} size={13} />}
      >
        {isVerified ? 'Verified' : 'Not verified'}
      </Tag>
      <Tag>Primary</Tag>
    </div>
  );
}
