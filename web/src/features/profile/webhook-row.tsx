import { Alert, Button, Flex, Tag, Typography } from 'antd';
import { useState } from 'react';
import {
  useRemoveWebhook,
  useRotateWebhookSecret,
  useTestWebhook,
  useUpdateWebhook,
} from '@/api/generated/integrations';
import { useMessage } from '@/components/feedback/use-message';
import { ActionMenu } from '@/components/ui/action-menu';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import styles from './profile.module.css';
import type { Webhook } from './webhook';
import { WebhookDeliveries } from './webhook-deliveries';
import { WebhookForm } from './webhook-form';
import { WebhookSecret } from './webhook-secret';

type Open = 'form' | 'log' | 'remove' | null;

function RemoveWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const notify = useMessage();
  const remove = useRemoveWebhook({
    mutation: {
      meta: { fallback: 'Failed to remove the webhook' },
      onSuccess: ({ message }) => {
        notify.success(message);
        onClose();
      },
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
  const notify = useMessage();
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
            { label: 'Remove', isDangerous: true, onSelect: () => setOpen('remove') },
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
