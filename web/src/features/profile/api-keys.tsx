import { FormActions } from '@/components/form/form-actions';
import { Alert, Button, Checkbox, Flex, Form, Input, Select, Tag, Typography } from 'antd';
import { useState } from 'react';
import { useCreateApiKey, useRemoveApiKey, useListApiKeys } from '@/api/generated/integrations';
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
  isExpired,
  toScopeLabels,
  type ApiKey,
  MAX_API_KEYS,
} from './api-key';
import styles from './profile.module.css';
import { Money } from '@/components/format/money';
import { RelativeTime } from '@/components/format/relative-time';
import { formatDate } from '@/lib/date';
import { notify } from '@/components/feedback/notify';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';

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
          extra="How much the key may spend in a day. Leave empty for no limit."
        >
          <Input inputMode="numeric" autoComplete="off" maxLength={14} placeholder="20,000" />
        </Form.Item>
        <Form.Item
          name="allowed_addresses"
          label="Allowed IP addresses"
          extra="Up to 20 addresses or ranges such as 203.0.113.0/24, one a line. Leave empty for every address."
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

function Spending({ apiKey: { daily_limit: limit, spent_today: spent } }: { apiKey: ApiKey }) {
  if (limit === null && spent === 0) return null;
  return (
    <>
      {' '}
      · <Money amount={spent} />{' '}
      {limit !== null && (
        <>
          of <Money amount={limit} />{' '}
        </>
      )}
      spent today
    </>
  );
}

export function ApiKeyRow({ apiKey, onRemove }: { apiKey: ApiKey; onRemove: () => void }) {
  const { name, prefix, scopes, allowed_addresses: addresses } = apiKey;
  const hasEnded = isExpired(apiKey, Date.now());
  return (
    <li className={styles.row}>
      <span className={styles.details}>
        <span>
          <strong dir="auto">{name}</strong> <code className={styles.code}>{prefix}…</code>{' '}
          {hasEnded && <Tag color="error">Expired</Tag>}
        </span>
        <span className={styles.meta}>
          {toScopeLabels(scopes)} ·{' '}
          {addresses.length === 0 ? 'from any address' : `from ${addresses.join(', ')}`}
          <Spending apiKey={apiKey} />
        </span>
        <span className={styles.meta}>
          Created {formatDate(apiKey.created_at)} ·{' '}
          {apiKey.last_used_at === null ? (
            'never used'
          ) : (
            <>
              last used <RelativeTime iso={apiKey.last_used_at} />
            </>
          )}{' '}
          ·{' '}
          {apiKey.expires_at === null
            ? 'does not expire'
            : `${hasEnded ? 'expired' : 'expires'} ${formatDate(apiKey.expires_at)}`}
        </span>
      </span>
      <Button danger aria-haspopup="dialog" onClick={onRemove}>
        Revoke<span className="visually-hidden"> {name}</span>
      </Button>
    </li>
  );
}

export function RemoveApiKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const remove = useRemoveApiKey({
    mutation: {
      meta: { fallback: 'Failed to revoke the API key' },
      onSuccess: notify.thenGoOn(onClose),
    },
  });
  return (
    <ConfirmDialog
      title="Revoke this API key?"
      confirm="Revoke key"
      busy="Revoking..."
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ id: apiKey.id })}
      onClose={onClose}
    >
      <Typography.Paragraph>
        Programs that use <strong>{apiKey.name}</strong> ({apiKey.prefix}…) stop working at once.
        Download links that it created end too. What it bought stays yours. You cannot undo this.
      </Typography.Paragraph>
    </ConfirmDialog>
  );
}

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
              <Button href="/api/docs/customer" target="_blank" rel="noreferrer">
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
              <a href="/api/docs/customer" target="_blank" rel="noreferrer">
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
