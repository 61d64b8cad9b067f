import type { Column } from '@/components/data-list/data-list';
import { PrivateMoney } from '@/components/format/private-money';
import { StatusBadge } from '@/components/format/status-badge';
import { PlainButton } from '@/components/ui/button';
import parts from '@/components/ui/dialog-parts.module.css';
import { formatDateTime } from '@/lib/date';
import { capitalise, shortenReference } from '@/lib/text';
import { describe, type Transaction } from './transaction';
import styles from './transaction-columns.module.css';

export const transactionColumns = (
  onDetails: (transaction: Transaction) => void,
): Column<Transaction>[] => [
  {
    key: 'transaction',
    title: 'Transaction',
    card: 'title',
    render: (row) => (
      <div className={parts.stack}>
        <span className={styles.description}>{describe(row)}</span>
        <span className={`${parts.minor} ${parts.nowrap}`}>
          ID: {row.id} · <code title={row.reference}>{shortenReference(row.reference)}</code>
        </span>
      </div>
    ),
  },
  {
    key: 'user',
    title: 'User',
    render: ({ user }) => (
      <div className={styles.user}>
        <span>{user.name}</span>
        <span className={`${parts.minor} ${parts.clip}`} title={user.email}>
          {user.email}
        </span>
      </div>
    ),
  },
  { key: 'type', title: 'Type', render: ({ type }) => capitalise(type) },
  {
    key: 'amount',
    title: 'Amount',
    numeric: true,
    card: 'lead',
    render: ({ amount, type }) => (
      <strong>
        <PrivateMoney amount={amount} type={type} />
      </strong>
    ),
  },
  { key: 'status', title: 'Status', render: ({ status }) => <StatusBadge status={status} /> },
  {
    key: 'method',
    title: 'Method',
    render: ({ payment_method: method }) => (method ? capitalise(method) : 'N/A'),
  },
  {
    key: 'date',
    title: 'Date',
    render: ({ created_at: created }) => (
      <time dateTime={created} className={parts.nowrap}>
        {formatDateTime(created)}
      </time>
    ),
  },
  {
    key: 'details',
    title: 'Details',
    card: 'foot',
    render: (row) => (
      <div className={parts.rowActions}>
        <PlainButton
          small
          aria-label={`Details of transaction ${row.id}`}
          onClick={() => onDetails(row)}
        >
          Details
        </PlainButton>
      </div>
    ),
  },
];
