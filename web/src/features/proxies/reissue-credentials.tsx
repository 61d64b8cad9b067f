import { useState } from 'react';
import { useReissueCredentials } from '@/api/generated/hooks/proxies/proxies';
import { Notice } from '@/components/feedback/notice';
import { PlainButton } from '@/components/ui/button';
import { useMessage } from '@/components/feedback/use-message';
import styles from './dialog.module.css';

/** Replaces credentials that have leaked; asked twice, because whatever uses the old ones stops. */
export function ReissueCredentials({ proxyId }: { proxyId: number }) {
  const notify = useMessage();
  const [asking, setAsking] = useState(false);
  const reissue = useReissueCredentials({
    mutation: { meta: { fallback: 'Failed to change the credentials' } },
  });
  const confirm = (): void =>
    reissue.mutate(
      { id: proxyId },
      {
        onSuccess: ({ message }) => {
          notify.success(message ?? 'New credentials are in use.');
          setAsking(false);
        },
      },
    );
  if (!asking) {
    return (
      <div className={styles.credentialActions}>
        <PlainButton small onClick={() => setAsking(true)}>
          New password
        </PlainButton>
      </div>
    );
  }
  return (
    <div className={styles.confirm} role="group" aria-label="New password">
      <Notice tone="warning" icon="alert" title="Replace the username and password?">
        The old ones stop working at once, and connections made with them are cut. Put the new ones
        wherever you use this proxy.
      </Notice>
      <div className={styles.credentialActions}>
        <PlainButton autoFocus disabled={reissue.isPending} onClick={() => setAsking(false)}>
          Cancel
        </PlainButton>
        <PlainButton look="danger" disabled={reissue.isPending} onClick={confirm}>
          {reissue.isPending ? 'Replacing...' : 'Replace now'}
        </PlainButton>
      </div>
    </div>
  );
}
