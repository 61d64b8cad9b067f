import { Button, Tag, Typography, Flex } from 'antd';
import { Money } from '@/components/format/money';
import { RelativeTime } from '@/components/format/relative-time';
import { formatDate } from '@/lib/date';
import { isExpired, toScopeLabels, type ApiKey, MAX_API_KEYS } from './api-key';
import styles from './profile.module.css';
import { useRemoveApiKey, useListApiKeys } from '@/api/generated/integrations';
import { useMessage } from '@/components/feedback/use-message';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useState } from 'react';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { CreateApiKey } from './create-api-key';

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
  const notify = useMessage();
  const remove = useRemoveApiKey({
    mutation: {
      meta: { fallback: 'Failed to revoke the API key' },
      onSuccess: ({ message }) => {
        notify.success(message);
        onClose();
      },
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
        List addresses that it created end with it. What they bought stays yours. A revoked key
        cannot be brought back.
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
