import { Alert, Button, Flex, Checkbox, Form, Input } from 'antd';
import { CopyField } from '@/components/form/copy-field';
import { Dialog } from '@/components/ui/dialog';
import styles from './profile.module.css';
import { FormActions } from '@/components/form/form-actions';
import { useState } from 'react';
import { useCreateWebhook, useUpdateWebhook } from '@/api/generated/integrations';
import type { WebhookEventType } from '@/api/generated/api.schemas';
import { notify } from '@/components/feedback/notify';
import { AppForm } from '@/components/form/app-form';
import { EVENTS, type Webhook } from './webhook';

interface WebhookSecretProps {
  secret: string;
  /** Whether the previous secret goes on signing for a day. */
  isRotated?: boolean;
  onClose: () => void;
}

export function WebhookSecret({ secret, isRotated = false, onClose }: WebhookSecretProps) {
  return (
    <Dialog title="Copy the signing secret" width={520} onClose={onClose}>
      <Alert
        type="warning"
        showIcon
        className={styles.notice}
        title="This is the only time the secret is shown"
        description={
          isRotated
            ? 'For 24 hours events are signed with the old and the new secret. Put the new one into your server within that time.'
            : 'Your server verifies with it that an event comes from us.'
        }
      />
      <CopyField label="Signing secret" value={secret} />
      <Flex justify="end" className={styles.buttons}>
        <Button type="primary" onClick={onClose}>
          I have stored it
        </Button>
      </Flex>
    </Dialog>
  );
}

interface Values {
  url: string;
  events: WebhookEventType[];
}

const URL_RULES = [
  { required: true, whitespace: true, message: 'Enter a URL such as https://example.com/webhooks' },
];
const EVENT_RULES = [
  { required: true, type: 'array' as const, message: 'Choose at least one event' },
];

/** @param webhook the one to change; without it one is added. */
export function WebhookForm({ webhook, onClose }: { webhook?: Webhook; onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const [secret, setSecret] = useState<string | null>(null);
  const create = useCreateWebhook({
    mutation: {
      meta: { fallback: 'Failed to add the webhook' },
      onSuccess: ({ data }) => setSecret(data.secret),
    },
  });
  const update = useUpdateWebhook({
    mutation: {
      meta: { fallback: 'Failed to change the webhook' },
      onSuccess: () => {
        notify.success('The webhook was changed.');
        onClose();
      },
    },
  });
  if (secret !== null) return <WebhookSecret secret={secret} onClose={onClose} />;
  const title = webhook ? 'Edit webhook' : 'Add webhook';
  const isPending = create.isPending || update.isPending;
  return (
    <Dialog title={title} width={520} onClose={onClose}>
      <AppForm<Values>
        form={form}
        label={title}
        initialValues={{ url: webhook?.url ?? '', events: webhook?.events ?? [] }}
        serverErrors={(webhook ? update : create).error?.fieldErrors}
        onSubmit={(data) => {
          if (isPending) return;
          if (webhook) update.mutate({ id: webhook.id, data });
          else create.mutate({ data });
        }}
      >
        <Form.Item
          name="url"
          label="URL"
          required
          rules={URL_RULES}
          extra="HTTPS, reachable from the Internet."
        >
          <Input
            autoFocus
            type="url"
            autoComplete="off"
            spellCheck={false}
            maxLength={2000}
            placeholder="https://example.com/webhooks"
          />
        </Form.Item>
        <Form.Item name="events" label="Events" required rules={EVENT_RULES}>
          <Checkbox.Group className={styles.choices}>
            {EVENTS.map(({ value, hint }) => (
              <Checkbox key={value} value={value}>
                <code className={styles.code}>{value}</code>{' '}
                <span className={styles.meta}>{hint}</span>
              </Checkbox>
            ))}
          </Checkbox.Group>
        </Form.Item>
        <FormActions onCancel={onClose} isBusy={isPending} busy="Saving...">
          {webhook ? 'Save' : 'Add webhook'}
        </FormActions>
      </AppForm>
    </Dialog>
  );
}
