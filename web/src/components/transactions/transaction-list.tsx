import { shortenReference } from '@/lib/text';
import { SignedMoney } from '../format/money';
import { RelativeTime } from '../format/relative-time';
import { StatusBadge } from '../format/status-badge';
import { Icon } from '../ui/icon';
import { reversedTone, type Reversed } from './reversals';
import { TransactionNote } from './transaction-note';
import styles from './transaction-list.module.css';

export interface TransactionRow extends Reversed {
  id: number;
  reference: string;
  description: string;
  type: string;
  amount: number;
  status: string;
  review: { received: number | null } | null;
  created_at: string;
}

/**
 * Recent transactions in short form. Home-made: Ant Design's List is deprecated, and its Table is
 * too wide for a card.
 */
export function TransactionList({ rows }: { rows: readonly TransactionRow[] }) {
  return (
    <ul className={styles.list}>
      {rows.map((row) => (
        <li key={row.id} className={styles.row}>
          <span className={styles.mark}>
            <Icon name={row.type === 'credit' ? 'down' : 'up'} size={15} />
          </span>
          <span className={styles.what}>
            <span className={styles.description}>{row.description}</span>
            <span className={styles.meta}>
              <span title={row.reference}>{shortenReference(row.reference)}</span> ·{' '}
              <RelativeTime iso={row.created_at} />
            </span>
            <TransactionNote row={row} className={styles.meta} />
          </span>
          <span className={styles.amount}>
            <strong>
              <SignedMoney amount={row.amount} type={row.type} status={row.status} />
            </strong>
            <StatusBadge status={row.status} tone={reversedTone(row)} />
          </span>
        </li>
      ))}
    </ul>
  );
}
