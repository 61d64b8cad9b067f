import { Alert, Button, Flex } from 'antd';
import { useState } from 'react';
import { useCreateListToken, useGetListToken, useRevokeListToken } from '@/api/generated/proxies';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { notify } from '@/components/feedback/notify';
import { CopyField } from '@/components/form/copy-field';
import { Panel } from '@/components/layout/panel';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { formatDateTime } from '@/lib/date';
import styles from './proxy-page.module.css';

const NOT_SHARED = 404;

type Question = 'replace' | 'revoke';

/** The address under which programs fetch the connections without a sign-in. */
export function SharedList({ proxyId }: { proxyId: number }) {
  const [question, setQuestion] = useState<Question>();
  const query = useGetListToken(proxyId, { query: { meta: { quiet: true } } });
  const create = useCreateListToken({
    mutation: {
      meta: { fallback: 'Failed to create the link' },
      onSuccess: () => setQuestion(undefined),
    },
  });
  const revoke = useRevokeListToken({
    mutation: {
      meta: { fallback: 'Failed to revoke the link' },
      onSuccess: ({ message }) => {
        notify.success(message ?? 'The link no longer works.');
        create.reset();
        setQuestion(undefined);
      },
    },
  });
  const isNone = query.error?.status === NOT_SHARED;
  const shared = isNone ? undefined : query.data?.data;
  const created = create.data?.data;
  const isBusy = create.isPending || revoke.isPending;
  return (
    <Panel title="Download link">
      <p className={styles.lead}>
        Programs can fetch the connection lines here without signing in. Anyone with the link can
        use the proxy.
      </p>
      {query.isPending && <LoadingRows rows={1} label="Loading the download link" />}
      {query.isError && !isNone && (
        <ErrorState
          title="The download link could not be loaded"
          requestId={query.error.requestId}
          onRetry={() => void query.refetch()}
        />
      )}
      {created && (
        <>
          <CopyField label="Download link" value={created.url} secret />
          <Alert
            className={styles.section}
            type="warning"
            showIcon
            title="Copy it now: it is shown only once."
            description="Add ?count=10&style=url and the other choices of the connection list to it."
          />
        </>
      )}
      {shared && (
        <p className={`${created ? styles.section : ''} ${styles.minor}`}>
          Created {formatDateTime(shared.created_at)},{' '}
          {shared.last_used_at ? `last used ${formatDateTime(shared.last_used_at)}` : 'never used'}.
        </p>
      )}
      <Flex wrap gap="small" className={shared ? styles.section : undefined}>
        {isNone && (
          <Button disabled={isBusy} onClick={() => create.mutate({ id: proxyId })}>
            {create.isPending ? 'Creating...' : 'Create download link'}
          </Button>
        )}
        {shared && (
          <>
            <Button disabled={isBusy} onClick={() => setQuestion('replace')}>
              Replace
            </Button>
            <Button danger disabled={isBusy} onClick={() => setQuestion('revoke')}>
              Revoke
            </Button>
          </>
        )}
      </Flex>
      {question && (
        <ConfirmDialog
          title={question === 'revoke' ? 'Revoke the download link?' : 'Replace the download link?'}
          confirm={question === 'revoke' ? 'Revoke it' : 'Replace it'}
          busy={question === 'revoke' ? 'Revoking...' : 'Replacing...'}
          isBusy={isBusy}
          onClose={() => setQuestion(undefined)}
          onConfirm={() => (question === 'revoke' ? revoke : create).mutate({ id: proxyId })}
        >
          <p className={styles.lead}>
            Programs that use this link can no longer fetch the list. The username and password of
            the proxy stay the same.
          </p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
