import { Button, Flex } from 'antd';
import { useState } from 'react';
import { useListApiKeys } from '@/api/generated/integrations';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { MAX_API_KEYS, type ApiKey } from './api-key';
import { ApiKeyRow } from './api-key-row';
import { CreateApiKey } from './create-api-key';
import styles from './profile.module.css';
import { RemoveApiKey } from './remove-api-key';

/** Keys with which programs of the customer call the API. */
export default function ApiKeys() {
  const query = useListApiKeys({ query: { meta: { quiet: true } } });
  const [isCreating, setCreating] = useState(false);
  const [removed, setRemoved] = useState<ApiKey | null>(null);
  if (query.isLoadingError) {
    return (
      <ErrorState
        title="Failed to load your API keys"
        message={query.error.message}
        requestId={query.error.requestId}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (!query.data) return <LoadingRows rows={3} />;
  const keys = query.data.data;
  const create = (
    <Button type="primary" aria-haspopup="dialog" onClick={() => setCreating(true)}>
      Create API key
    </Button>
  );
  return (
    <>
      {keys.length === 0 ? (
        <EmptyState
          icon="server"
          title="No API keys yet"
          hint="With a key, your programs buy and manage proxies as you do here, within what you allow it."
          action={
            <>
              {create}
              <Button href="/api/docs" target="_blank" rel="noreferrer">
                API reference
              </Button>
            </>
          }
        />
      ) : (
        <>
          <Flex wrap align="start" justify="space-between" gap="small">
            <p className={styles.lead}>
              Programs send a key as <code>Authorization: Bearer np_live_…</code> See the{' '}
              <a href="/api/docs" target="_blank" rel="noreferrer">
                API reference
              </a>
              .
            </p>
            {create}
          </Flex>
          <ul aria-label="API keys">
            {keys.map((key) => (
              <ApiKeyRow key={key.id} apiKey={key} onRemove={() => setRemoved(key)} />
            ))}
          </ul>
          <p className={styles.meta}>
            {keys.length} of {MAX_API_KEYS} keys
          </p>
        </>
      )}
      {isCreating && <CreateApiKey onClose={() => setCreating(false)} />}
      {removed && <RemoveApiKey apiKey={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}
