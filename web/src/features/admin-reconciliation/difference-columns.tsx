import { Typography } from 'antd';
import { PrivateMoney } from '@/components/format/private-money';
import type { Column } from '@/components/list-page/columns';
import { StackedCell } from '@/components/list-page/stacked-cell';
import { LinkButton } from '@/components/ui/link-button';
import { adminTransactionPath } from '@/lib/admin-paths';
import { capitalise } from '@/lib/text';
import { AcknowledgeDifference } from './acknowledge-difference';
import { KIND_TEXTS, type Difference } from './reconciliation';

/** Status and amount of one side; null for a side without the payment. */
function Side({ status, amount }: { status: string | null; amount: string | null }) {
  if (status === null) return <Typography.Text type="secondary">None</Typography.Text>;
  return (
    <StackedCell
      primary={<PrivateMoney amount={amount} />}
      secondary={capitalise(status.replaceAll('_', ' '))}
    />
  );
}

export const differenceColumns: Column<Difference>[] = [
  {
    title: 'Difference',
    grow: 4,
    card: 'title',
    render: ({ kind }) => (
      <StackedCell
        primary={<strong>{KIND_TEXTS[kind].label}</strong>}
        secondary={KIND_TEXTS[kind].advice}
      />
    ),
  },
  {
    title: 'Reference',
    grow: 2,
    render: ({ reference }) => <code style={{ overflowWrap: 'anywhere' }}>{reference}</code>,
  },
  {
    title: 'Our ledger',
    numeric: true,
    render: ({ our_status: status, our_amount: amount }) => (
      <Side status={status} amount={amount} />
    ),
  },
  {
    title: 'Card provider',
    numeric: true,
    render: ({ their_status: status, their_amount: amount }) => (
      <Side status={status} amount={amount} />
    ),
  },
  {
    title: 'Acknowledged',
    render: (difference) => <AcknowledgeDifference difference={difference} />,
  },
  {
    title: 'Transaction',
    card: 'foot',
    render: ({ transaction_id: id }) =>
      id === null ? (
        <Typography.Text type="secondary">None</Typography.Text>
      ) : (
        <LinkButton
          size="small"
          to={adminTransactionPath(id)}
          aria-label={`Open transaction ${id}`}
        >
          Open
        </LinkButton>
      ),
  },
];
