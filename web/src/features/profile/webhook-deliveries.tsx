import { Button, Flex, Tag } from 'antd';
import { useListWebhookDeliveries, useRedeliverWebhook } from '@/api/generated/integrations';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { notify } from '@/components/feedback/notify';
import { RelativeTime } from '@/components/format/relative-time';
import { Dialog } from '@/components/ui/dialog';
import { formatDateTime } from '@/lib/date';
import styles from './profile.module.css';
import { DELIVERY_LABELS, type Delivery, type Webhook } from './webhook';

const REFRESH_MS = 5_000;

function DeliveryRow({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const redeliver = useRedeliverWebhook({
    mutation: {
      meta: { fallback: 'Failed to send the event again' },
      onSuccess: ({ message }) => notify.success(message),
    },
  });
  const { label, color } = DELIVERY_LABELS[delivery.status];
  return (
    <li className={styles.row}>
      <span className={styles.details}>
        <span>
          <code className={styles.code}>{delivery.type}</code> <Tag color={color}>{label}</Tag>
        </span>
        <span className={styles.meta}>
          <RelativeTime iso={delivery.created_at} /> · {delivery.attempts}{' '}
          {delivery.attempts === 1 ? 'attempt' : 'attempts'}
          {delivery.response_status !== null && ` · status ${delivery.response_status}`}
        </span>
        {delivery.last_error !== null && (
          <span className={styles.meta}>
            {delivery.last_error}
            {delivery.next_attempt_at !== null &&
              `, next attempt ${formatDateTime(delivery.next_attempt_at)}`}
          </span>
        )}
        <span className={styles.meta}>{delivery.event_id}</span>
      </span>
      {webhook.enabled && (
        <Button
          size="small"
          disabled={redeliver.isPending}
          onClick={() => redeliver.mutate({ id: webhook.id, deliveryId: delivery.id })}
        >
          {redeliver.isPending ? 'Sending...' : 'Send again'}
          <span className="visually-hidden"> {delivery.type}</span>
        </Button>
      )}
    </li>
  );
}

export function WebhookDeliveries({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const query = useListWebhookDeliveries(webhook.id, {
    query: { meta: { quiet: true }, refetchInterval: REFRESH_MS },
  });
  const deliveries = query.data?.data;
  return (
    <Dialog title="Delivery log" width={640} onClose={onClose}>
      <p className={styles.lead}>{webhook.url}</p>
      {!deliveries && query.isError && (
        <ErrorState
          title="Failed to load the log"
          message={query.error.message}
          requestId={query.error.requestId}
          onRetry={() => void query.refetch()}
        />
      )}
      {!deliveries && !query.isError && <LoadingRows rows={3} />}
      {deliveries?.length === 0 && (
        <p className={styles.meta}>Nothing was sent yet. Send a test event to try it.</p>
      )}
      {deliveries && deliveries.length > 0 && (
        <ul aria-label="Deliveries">
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} />
          ))}
        </ul>
      )}
      <Flex justify="end" className={styles.buttons}>
        <Button onClick={onClose}>Close</Button>
      </Flex>
    </Dialog>
  );
}
