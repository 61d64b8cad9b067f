import { FormActions } from '@/components/form/form-actions';
import { Alert, Button, Checkbox, Flex, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useCreateApiKey } from '@/api/generated/integrations';
import { AppForm } from '@/components/form/app-form';
import { CopyField } from '@/components/form/copy-field';
import { Dialog } from '@/components/ui/dialog';
import {
  EMPTY_KEY,
  LIFETIMES,
  parseDailyLimit,
  SCOPES,
  toCreateBody,
  type ApiKeyValues,
} from './api-key';
import styles from './profile.module.css';

const NAME_RULES = [{ required: true, whitespace: true, message: 'Enter a name' }];
const SCOPE_RULES = [
  { required: true, type: 'array' as const, message: 'Choose what the key may do' },
];
const LIMIT_RULES = [
  {
    validator: async (_rule: unknown, text: string) => {
      if (parseDailyLimit(text ?? '') === undefined)
        throw new Error('Enter a whole amount from ₦1 to ₦100,000,000');
    },
  },
];

function NewKey({ name, apiKey, onClose }: { name: string; apiKey: string; onClose: () => void }) {
  return (
    <Dialog title="Copy your API key" width={520} onClose={onClose}>
      <Alert
        type="warning"
        showIcon
        className={styles.notice}
        title="This is the only time the key is shown"
        description="Store it where only your program can read it. If you lose it, revoke it and create another."
      />
      <CopyField label={`Key ${name}`} value={apiKey} />
      <Flex justify="end" className={styles.buttons}>
        <Button type="primary" onClick={onClose}>
          I have stored it
        </Button>
      </Flex>
    </Dialog>
  );
}

export function CreateApiKey({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<ApiKeyValues>();
  const [created, setCreated] = useState<{ name: string; key: string } | null>(null);
  const create = useCreateApiKey({
    mutation: {
      meta: { fallback: 'Failed to create the API key' },
      onSuccess: ({ data }) => setCreated(data),
    },
  });
  if (created) return <NewKey name={created.name} apiKey={created.key} onClose={onClose} />;
  return (
    <Dialog title="Create API key" width={520} onClose={onClose}>
      <AppForm<ApiKeyValues>
        form={form}
        label="Create API key"
        initialValues={EMPTY_KEY}
        serverErrors={create.error?.fieldErrors}
        aliases={{ expires_at: 'lifetime' }}
        onSubmit={(values) => {
          if (!create.isPending) create.mutate({ data: toCreateBody(values, Date.now()) });
        }}
      >
        <Form.Item name="name" label="Name" required rules={NAME_RULES}>
          <Input autoFocus autoComplete="off" maxLength={60} placeholder="Such as Price watcher" />
        </Form.Item>
        <Form.Item name="scopes" label="The key may" required rules={SCOPE_RULES}>
          <Checkbox.Group className={styles.choices}>
            {SCOPES.map(({ value, label, hint }) => (
              <Checkbox key={value} value={value}>
                <strong>{label}</strong> <span className={styles.meta}>{hint}</span>
              </Checkbox>
            ))}
          </Checkbox.Group>
        </Form.Item>
        <Form.Item
          name="daily_limit"
          label="Daily spending limit (₦)"
          rules={LIMIT_RULES}
          extra="What purchases with the key may cost a day. Empty is no limit."
        >
          <Input inputMode="numeric" autoComplete="off" maxLength={14} placeholder="20,000" />
        </Form.Item>
        <Form.Item
          name="allowed_addresses"
          label="Allowed IP addresses"
          extra="Up to 20 addresses or ranges such as 203.0.113.0/24, one a line. Empty is every address."
        >
          <Input.TextArea rows={2} autoComplete="off" spellCheck={false} maxLength={1000} />
        </Form.Item>
        <Form.Item name="lifetime" label="Expires">
          <Select options={LIFETIMES} />
        </Form.Item>
        <FormActions onCancel={onClose} isBusy={create.isPending} busy="Creating...">
          Create key
        </FormActions>
      </AppForm>
    </Dialog>
  );
}
