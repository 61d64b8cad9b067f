import { FormActions } from '@/components/form/form-actions';
import { Checkbox, Form, Input } from 'antd';
import { useState } from 'react';
import { useCreateWebhook, useUpdateWebhook } from '@/api/generated/integrations';
import type { WebhookEventType } from '@/api/generated/api.schemas';
import { useMessage } from '@/components/feedback/use-message';
import { AppForm } from '@/components/form/app-form';
import { Dialog } from '@/components/ui/dialog';
import styles from './profile.module.css';
import { EVENTS, type Webhook } from './webhook';
import { WebhookSecret } from './webhook-secret';

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
  const notify = useMessage();
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
