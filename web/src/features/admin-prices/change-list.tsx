import type { PriceChangeResponse } from '@/api/generated/api.schemas';
import styles from './prices.module.css';

/** What differs between two price lists, a line each. */
export function ChangeList({ changes }: { changes: readonly PriceChangeResponse[] }) {
  return (
    <div role="list" aria-label="Changes">
      {changes.map(({ what, before, after }) => (
        <div key={what} role="listitem" className={styles.change}>
          <span>{what}</span>
          <span>
            {before !== null && <span className={styles.before}>{before}</span>}{' '}
            {after ?? 'removed'}
          </span>
        </div>
      ))}
    </div>
  );
}
