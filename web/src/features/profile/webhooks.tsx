import { Button, Flex } from 'antd';
import { useState } from 'react';
import { useListWebhooks } from '@/api/generated/integrations';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import styles from './profile.module.css';
import { MAX_WEBHOOKS } from './webhook';
import { WebhookForm } from './webhook-form';
import { WebhookRow } from './webhook-row';

/** URLs that are called about events of the account. */
export default function Webhooks() {
  const query = useListWebhooks({ query: { meta: { quiet: true } } });
  const [isAdding, setAdding] = useState(false);
  if (query.isLoadingError) {
    return (
      <ErrorState
        title="Failed to load your webhooks"
        message={query.error.message}
        requestId={query.error.requestId}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (!query.data) return <LoadingRows rows={3} />;
  const webhooks = query.data.data;
  const add = (
    <Button type="primary" aria-haspopup="dialog" onClick={() => setAdding(true)}>
      Add webhook
    </Button>
  );
  return (
    <>
      {webhooks.length === 0 ? (
        <EmptyState
          icon="signal"
          title="No webhooks yet"
          hint="Your server is called when a proxy is delivered, runs low or expires, and when money arrives."
          action={add}
        />
      ) : (
        <>
          <Flex wrap align="start" justify="space-between" gap="small">
            <p className={styles.lead}>
              Each event is a signed POST. What is not answered with a 2xx status is sent again for
              almost nine hours.
            </p>
            {webhooks.length < MAX_WEBHOOKS && add}
          </Flex>
          <ul aria-label="Webhooks">
            {webhooks.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} />
            ))}
          </ul>
        </>
      )}
      {isAdding && <WebhookForm onClose={() => setAdding(false)} />}
    </>
  );
}
