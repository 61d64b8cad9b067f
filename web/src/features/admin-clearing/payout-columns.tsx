import { Button } from 'antd';
import { DateTime } from '@/components/format/date-time';
import { StatusBadge } from '@/components/format/status-badge';
import type { Column } from '@/components/list-page/columns';
import type { CompactRow } from '@/components/list-page/compact-rows';
import { formatDate } from '@/lib/date';
import { describeItems, needsAttention, SOURCE_LABELS, type Payout } from './clearing';
import { ExactMoney } from './exact-money';

type Open = (payout: Payout) => void;

const ItemsBadge = ({ payout }: { payout: Payout }) => (
  <StatusBadge
    status={needsAttention(payout) ? 'pending' : 'completed'}
    word={describeItems(payout)}
  />
);

export const getPayoutColumns = (open: Open): Column<Payout>[] => [
  {
    key: 'reference',
    title: 'Payout',
    card: 'title',
    render: (payout) => (
      <Button
        type="link"
        style={{ paddingInline: 0, height: 'auto', whiteSpace: 'normal', textAlign: 'start' }}
        onClick={() => open(payout)}
      >
        <code style={{ overflowWrap: 'anywhere' }}>{payout.reference}</code>
      </Button>
    ),
  },
  { key: 'paid', title: 'Paid', render: ({ paid_at: paidAt }) => <DateTime iso={paidAt} /> },
  { key: 'items', title: 'Items', render: (payout) => <ItemsBadge payout={payout} /> },
  { key: 'source', title: 'Imported from', render: ({ source }) => SOURCE_LABELS[source] },
  { key: 'fee', title: 'Fee', numeric: true, render: ({ fee }) => <ExactMoney amount={fee} /> },
  {
    key: 'amount',
    title: 'To the bank',
    numeric: true,
    card: 'lead',
    render: ({ amount }) => <ExactMoney amount={amount} />,
  },
];

/** A payout in two lines, for phones. */
export const toCompactPayout =
  (open: Open) =>
  (payout: Payout): CompactRow => ({
    name: `payout ${payout.reference}`,
    title: payout.reference,
    open: () => open(payout),
    lead: <ExactMoney amount={payout.amount} />,
    details: [formatDate(payout.paid_at), SOURCE_LABELS[payout.source]],
    note: needsAttention(payout) ? <ItemsBadge payout={payout} /> : describeItems(payout),
    actions: [],
  });
