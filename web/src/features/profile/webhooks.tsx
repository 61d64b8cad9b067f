import { Alert, Button, Flex, Tag, Typography } from 'antd';
import { useState } from 'react';
import {
  useRemoveWebhook,
  useRotateWebhookSecret,
  useTestWebhook,
  useUpdateWebhook,
  useListWebhooks,
} from '@/api/generated/integrations';
import { notify } from '@/components/feedback/notify';
import { ActionMenu } from '@/components/ui/action-menu';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import styles from './profile.module.css';
import { type Webhook, MAX_WEBHOOKS } from './webhook';
import { WebhookDeliveries } from './webhook-deliveries';
import { WebhookForm, WebhookSecret } from './webhook-form';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';

type Open = 'form' | 'log' | 'remove' | null;

function RemoveWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const remove = useRemoveWebhook({
    mutation: {
      meta: { fallback: 'Failed to remove the webhook' },
      onSuccess: notify.thenGoOn(onClose),
    },
  });
  return (
    <ConfirmDialog
      title="Remove this webhook?"
      confirm="Remove webhook"
      busy="Removing..."
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ id: webhook.id })}
      onClose={onClose}
    >
      <Typography.Paragraph style={{ overflowWrap: 'anywhere' }}>
        Nothing more is sent to <strong>{webhook.url}</strong>, and its log is deleted.
      </Typography.Paragraph>
    </ConfirmDialog>
  );
}

export function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { id, url, events, enabled, disabled_reason: reason } = webhook;
  const [open, setOpen] = useState<Open>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const close = (): void => setOpen(null);
  const tell = ({ message }: { message?: string }): void =>
    void (message && notify.success(message));
  const test = useTestWebhook({
    mutation: { meta: { fallback: 'Failed to send a test event' }, onSuccess: tell },
  });
  const update = useUpdateWebhook({
    mutation: { meta: { fallback: 'Failed to change the webhook' }, onSuccess: tell },
  });
  const rotate = useRotateWebhookSecret({
    mutation: {
      meta: { fallback: 'Failed to make a new secret' },
      onSuccess: ({ data }) => setSecret(data.secret),
    },
  });
  return (
    <li className={styles.row}>
      <span className={styles.details}>
        <span>
          <strong>{url}</strong> {!enabled && <Tag color={reason ? 'error' : 'default'}>Off</Tag>}
        </span>
        <span className={styles.meta}>{events.join(', ')}</span>
        {reason !== null && (
          <Alert
            type="error"
            showIcon
            className={styles.reason}
            title="Switched off after repeated failures"
            description={`${reason}. Correct it, then switch the webhook on again.`}
          />
        )}
      </span>
      <Flex gap="small" align="center">
        <Button aria-haspopup="dialog" onClick={() => setOpen('log')}>
          Log<span className="visually-hidden"> of {url}</span>
        </Button>
        <ActionMenu
          name={url}
          actions={[
            ...(enabled ? [{ label: 'Send test event', onSelect: () => test.mutate({ id }) }] : []),
            { label: 'Edit', onSelect: () => setOpen('form') },
            {
              label: enabled ? 'Switch off' : 'Switch on',
              onSelect: () => update.mutate({ id, data: { enabled: !enabled } }),
            },
            { label: 'New secret', onSelect: () => rotate.mutate({ id }) },
            {
              label: 'Remove',
              isDangerous: true,
              onSelect: () => setOpen('remove'),
            },
          ]}
        />
      </Flex>
      {open === 'form' && <WebhookForm webhook={webhook} onClose={close} />}
      {open === 'log' && <WebhookDeliveries webhook={webhook} onClose={close} />}
      {open === 'remove' && <RemoveWebhook webhook={webhook} onClose={close} />}
      {secret !== null && (
        <WebhookSecret isRotated secret={secret} onClose={() => setSecret(null)} />
      )}
    </li>
  );
}

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
