import { Button, Tag } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { SessionUser } from '@/api/session';
import { Icon } from '@/components/ui/icon';
import styles from './profile.module.css';

const ChangeEmail = lazy(() => import('./change-email'));

export function ConnectedAccounts({ user }: { user: SessionUser }) {
  const isVerified = user.email_verified_at !== null;
  const [isChanging, setChanging] = useState(false);
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
      <Button aria-haspopup="dialog" onClick={() => setChanging(true)}>
        Change email
      </Button>
      <Suspense>
        {isChanging && <ChangeEmail email={user.email} onClose={() => setChanging(false)} />}
      </Suspense>
    </div>
  );
}
