import { keepPreviousData } from '@tanstack/react-query';
import { Button, Flex, Typography } from 'antd';
import { useState } from 'react';
import { useListPayoutItems } from '@/api/generated/admin-clearing';
import { PayoutItemFilter } from '@/api/generated/api.schemas';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { StatusBadge } from '@/components/format/status-badge';
import type { Column } from '@/components/list-page/columns';
import type { CompactRow } from '@/components/list-page/compact-rows';
import ListPagination from '@/components/list-page/list-pagination';
import { ListRows } from '@/components/list-page/list-rows';
import { StackedCell } from '@/components/list-page/stacked-cell';
import { Dialog } from '@/components/ui/dialog';
import { LinkButton } from '@/components/ui/link-button';
import { adminTransactionPath } from '@/lib/admin-paths';
import { ITEM_KIND_LABELS, RESULT_TEXTS, type PayoutItem } from './clearing';
import { ExactMoney } from './exact-money';
import { failure } from '@/api/failures';

const PER_PAGE = 10;
const FAILED = 'Failed to load the items';
const meta = { quiet: true };

const ResultBadge = ({ result }: Pick<PayoutItem, 'result'>) => (
  <StatusBadge
    status={result === 'matched' ? 'completed' : 'pending'}
    word={RESULT_TEXTS[result].label}
  />
);

const columns: Column<PayoutItem>[] = [
  {
    title: 'Item',
    grow: 1,
    card: 'title',
    render: ({ reference, kind, payout_reference: payout }) => (
      <StackedCell
        primary={<code>{reference}</code>}
        secondary={`${ITEM_KIND_LABELS[kind]}, payout ${payout}`}
      />
    ),
  },
  {
    title: 'Match',
    grow: 1,
    render: ({ result }) => (
      <StackedCell
        primary={<ResultBadge result={result} />}
        secondary={RESULT_TEXTS[result].advice}
      />
    ),
  },
  { title: 'Amount', numeric: true, render: ({ amount }) => <ExactMoney amount={amount} /> },
  { title: 'Fee', numeric: true, render: ({ fee }) => <ExactMoney amount={fee} /> },
  {
    title: 'Our books, less fee',
    numeric: true,
    render: ({ expected }) =>
      expected === null ? (
        <Typography.Text type="secondary">None</Typography.Text>
      ) : (
        <ExactMoney amount={expected} />
      ),
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

const toCompactItem = (item: PayoutItem): CompactRow => ({
  name: `item ${item.reference}`,
  title: item.reference,
  open: item.transaction_id === null ? undefined : adminTransactionPath(item.transaction_id),
  lead: <ExactMoney amount={item.amount} />,
  details: [
    ITEM_KIND_LABELS[item.kind],
    item.result === 'amount_differs' && item.expected !== null && (
      <>
        Ours <ExactMoney amount={item.expected} />
      </>
    ),
  ],
  note: <ResultBadge result={item.result} />,
  actions: [],
});

interface ItemsDialogProps {
  title: string;
  /** All payouts when undefined. */
  payoutId?: number;
  show: PayoutItemFilter;
  onClose: () => void;
}

export default function ItemsDialog({ title, payoutId, show, onClose }: ItemsDialogProps) {
  const [page, setPage] = useState(1);
  const query = useListPayoutItems(
    { payout_id: payoutId, show, page, per_page: PER_PAGE },
    { query: { meta, placeholderData: keepPreviousData } },
  );
  const { items, pagination } = query.data?.data ?? {};
  const isUnmatched = show === PayoutItemFilter.unmatched;
  return (
    <Dialog
      title={title}
      width={980}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {query.isError ? (
        <ErrorState {...failure(query, FAILED, 'Error Loading Data')} />
      ) : (
        <Flex vertical gap="small">
          <ListRows<PayoutItem>
            label={isUnmatched ? 'Unmatched items' : 'Items'}
            columns={columns}
            rows={items}
            isStale={query.isPlaceholderData}
            skeletonRows={4}
            tableFrom="(min-width: 1000px)"
            toCompact={toCompactItem}
            empty={
              <EmptyState
                icon={isUnmatched ? 'check' : 'list'}
                title={isUnmatched ? 'Everything is matched' : 'No items yet'}
                hint={
                  isUnmatched
                    ? 'Every item of the payouts agrees with our books.'
                    : 'Korapay’s list does not say what this payout consists of. Upload the settlements file of its dashboard.'
                }
              />
            }
          />
          {pagination && pagination.total > PER_PAGE && (
            <ListPagination info={pagination} label="Pages of items" onPage={setPage} />
          )}
        </Flex>
      )}
    </Dialog>
  );
}
