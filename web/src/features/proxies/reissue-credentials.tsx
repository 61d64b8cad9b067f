import { Alert, Button, Flex } from 'antd';
import { useState } from 'react';
import { useReissueCredentials } from '@/api/generated/proxies';
import { notify } from '@/components/feedback/notify';
import styles from './dialog.module.css';

/**
 * Replaces leaked credentials after a confirmation, because clients using them are disconnected.
 */
export function ReissueCredentials({ proxyId }: { proxyId: number }) {
  const [isConfirming, setConfirming] = useState(false);
  const reissue = useReissueCredentials({
    mutation: {
      meta: { fallback: 'Failed to change the credentials' },
      onSuccess: notify.thenGoOn(() => setConfirming(false), 'The new credentials are active.'),
    },
  });
  if (!isConfirming) {
    return <Button onClick={() => setConfirming(true)}>New password</Button>;
  }
  return (
    <Alert
      className={styles.confirmation}
      role="group"
      aria-label="New password"
      type="warning"
      title="Replace the username and password?"
      description={
        <>
          <p>
            The current ones stop working immediately and open connections are closed. Enter the new
            ones wherever you use this proxy. A download link stays and gives the new ones.
          </p>
          <Flex justify="end" gap="small" className={styles.confirmation}>
            <Button autoFocus disabled={reissue.isPending} onClick={() => setConfirming(false)}>
              Cancel
            </Button>
            <Button
              danger
              type="primary"
              disabled={reissue.isPending}
              onClick={() => reissue.mutate({ id: proxyId })}
            >
              {reissue.isPending ? 'Replacing...' : 'Replace now'}
            </Button>
          </Flex>
        </>
      }
    />
  );
}
