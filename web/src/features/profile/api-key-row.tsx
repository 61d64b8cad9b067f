import { Button, Tag } from 'antd';
import { Money } from '@/components/format/money';
import { RelativeTime } from '@/components/format/relative-time';
import { formatDate } from '@/lib/date';
import { isExpired, toScopeLabels, type ApiKey } from './api-key';
import styles from './profile.module.css';

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
