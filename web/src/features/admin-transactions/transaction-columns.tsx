import { Button } from 'antd';
import { DateTime } from '@/components/format/date-time';
import { Email } from '@/components/format/email';
import { PrivateMoney } from '@/components/format/private-money';
import { StatusBadge } from '@/components/format/status-badge';
import { ReversedBadge } from '@/components/transactions/reversals';
import { adminTransactionPath } from '@/lib/admin-paths';
import type { Column } from '@/components/list-page/columns';
import { StackedCell } from '@/components/list-page/stacked-cell';
import { capitalise, paymentMethodName, shortenReference } from '@/lib/text';
import { describe, toneOf, type Transaction } from './transaction';

/** What was refunded or charged back later in place of the status. */
export const TransactionStatus = ({ transaction }: { transaction: Transaction }) => (
  <ReversedBadge of={transaction} toPath={({ id }) => adminTransactionPath(id)}>
    <StatusBadge status={transaction.status} tone={toneOf(transaction)} />
  </ReversedBadge>
);

export const transactionColumns = (
  onDetails: (transaction: Transaction) => void,
): Column<Transaction>[] => [
  {
    title: 'Transaction',
    grow: 4,
    render: (row) => (
      <StackedCell
        primary={<strong>{describe(row)}</strong>}
        secondary={
          <>
            ID: {row.id} · <code title={row.reference}>{shortenReference(row.reference)}</code>
          </>
        }
      />
    ),
  },
  {
    title: 'User',
    grow: 3,
    render: ({ user }) => (
      <StackedCell primary={user.name} secondary={<Email address={user.email} />} />
    ),
  },
  { title: 'Type', render: ({ type }) => capitalise(type) },
  {
    title: 'Amount',
    sort: 'amount',
    numeric: true,
    render: ({ amount, type, status }) => (
      <strong>
        <PrivateMoney amount={amount} type={type} status={status} />
      </strong>
    ),
  },
  { title: 'Status', render: (row) => <TransactionStatus transaction={row} /> },
  { title: 'Method', render: ({ payment_method: method }) => paymentMethodName(method) },
  { title: 'Date', sort: 'created_at', render: (row) => <DateTime iso={row.created_at} /> },
  {
    title: 'Details',
    render: (row) => (
      <Button
        size="small"
        aria-label={`Details of transaction ${row.id}`}
        onClick={() => onDetails(row)}
      >
        Details
      </Button>
    ),
  },
];
