import EyeOutlined from '@ant-design/icons/EyeOutlined';
import UserOutlined from '@ant-design/icons/UserOutlined';
import { PrivateMoney, CardMoney } from '@/components/format/private-money';
import type { CompactRow } from '@/components/list-page/compact-rows';
import { formatDate } from '@/lib/date';
import { paymentMethodName, capitalise, shortenReference } from '@/lib/text';
import {
  describe,
  type Transaction,
  type TransactionData,
  transactionSearch,
  ATTENTION_OPTIONS,
  STATUSES,
  TYPES,
  toneOf,
} from './transaction';
import { lazy, Suspense } from 'react';
import { StatisticCards } from '@/components/layout/statistic-cards';
import { formatNumber } from '@/lib/number';
import { keepPreviousData } from '@tanstack/react-query';
import {
  useAdminExportTransactions,
  useAdminListTransactions,
} from '@/api/generated/admin-transactions';
import { SORTS, toRangeParams } from '@/lib/range-search';
import { useListSearch } from '@/lib/list-search';
import { useOpenRow } from '@/lib/open-row';
import { useExactTotal } from '@/lib/use-exact-total';
import { useNavigate } from 'react-router-dom';
import { useCan } from '@/api/use-can';
import { errorMessage } from '@/api/error-messages';
import { ExportButton } from '@/components/list-page/export-button';
import { getRangeChips, RangeFilters } from '@/components/list-page/range-filters';
import {
  pageSizeFilter,
  sortFilter,
  statusFilter,
  typeFilter,
} from '@/components/list-page/list-filters';
import { ListPage } from '@/components/list-page/list-page';
import { adminUserPath, adminTransactionPath } from '@/lib/admin-paths';
import { Button } from 'antd';
import { DateTime } from '@/components/format/date-time';
import { Email } from '@/components/format/email';
import { StatusBadge } from '@/components/format/status-badge';
import { ReversedBadge } from '@/components/transactions/reversals';
import type { Column } from '@/components/list-page/columns';
import { StackedCell } from '@/components/list-page/stacked-cell';

/** What was refunded or charged back later in place of the status. */
const TransactionStatus = ({ transaction }: { transaction: Transaction }) => (
  <ReversedBadge of={transaction} toPath={({ id }) => adminTransactionPath(id)}>
    <StatusBadge status={transaction.status} tone={toneOf(transaction)} />
  </ReversedBadge>
);

const transactionColumns = (
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

interface Options {
  onDetails: (transaction: Transaction) => void;
  onUser: (transaction: Transaction) => void;
}

/** A transaction in two lines, for phones. */
export const toCompactTransaction =
  ({ onDetails, onUser }: Options) =>
  (row: Transaction): CompactRow => ({
    name: `transaction ${row.id}`,
    title: describe(row),
    open: () => onDetails(row),
    lead: <PrivateMoney amount={row.amount} type={row.type} status={row.status} />,
    details: [
      row.user.name,
      formatDate(row.created_at),
      paymentMethodName(row.payment_method),
      `ID: ${row.id}`,
    ],
    // A badge only where something is left to do or went wrong.
    note:
      row.status === 'successful' && row.reversals.length === 0 ? (
        'Successful'
      ) : (
        <TransactionStatus transaction={row} />
      ),
    actions: [
      { label: 'Details', icon: <EyeOutlined aria-hidden />, onSelect: () => onDetails(row) },
      {
        label: `Open ${row.user.name}`,
        icon: <UserOutlined aria-hidden />,
        onSelect: () => onUser(row),
      },
    ],
  });

interface TransactionStatisticsProps {
  statistics: TransactionData['statistics'] | undefined;
  failed: boolean;
}

export function TransactionStatistics({ statistics, failed }: TransactionStatisticsProps) {
  // A non-breaking space keeps the line while the figures load.
  const note = (text: string | undefined): string | undefined =>
    text ?? (failed ? undefined : '\u00a0');
  return (
    <StatisticCards
      failed={failed}
      cards={[
        {
          label: 'Total Revenue',
          value: statistics && <CardMoney amount={statistics.total_revenue} />,
          note: note(
            statistics && `${formatNumber(statistics.successful_transactions)} successful`,
          ),
        },
        {
          label: 'Total Transactions',
          value: statistics && formatNumber(statistics.total_transactions),
          note: note(statistics && `${formatNumber(statistics.pending_transactions)} pending`),
        },
        {
          label: 'Total Debits',
          value: statistics && <CardMoney amount={statistics.debit_amount} />,
        },
        {
          label: 'Pending Amount',
          value: statistics && <CardMoney amount={statistics.pending_amount} />,
        },
      ]}
    />
  );
}

const meta = {
  fallback: 'Failed to fetch transactions',
  thrown: 'Failed to load transaction data',
};

export function useTransactionList() {
  const search = useListSearch(transactionSearch);
  const params = toRangeParams(search.values);
  const { exactTotal, countExactly } = useExactTotal({ ...params, page: 0 });
  const query = useAdminListTransactions(
    { ...params, exact_total: exactTotal },
    {
      query: { placeholderData: keepPreviousData, meta },
    },
  );
  return { search, params, query, countExactly };
}

const useFindById = (id: number | null) =>
  useAdminListTransactions(
    { search: `#${id}`, per_page: 50 },
    { query: { enabled: id !== null, meta: { quiet: true } } },
  ).data?.data.transactions;

export const useSelectedTransaction = (rows: readonly Transaction[] | undefined) =>
  useOpenRow('transaction', rows, useFindById);

const TransactionDialog = lazy(() => import('./transaction-dialog'));

const FILTERS = [
  statusFilter(STATUSES, 'All statuses'),
  typeFilter(TYPES, 'All types'),
  { name: 'attention', label: 'Needs attention', options: ATTENTION_OPTIONS, allValue: 'all' },
  pageSizeFilter,
  sortFilter(SORTS),
];
const FAILED = {
  fallback: 'Failed to load transaction data',
  thrown: 'Failed to load transaction data',
};

export default function TransactionsPage() {
  const { search, params, query, countExactly } = useTransactionList();
  const can = useCan();
  const exporting = useAdminExportTransactions({ mutation: { meta: { quiet: true } } });
  const range = { search, amount: can('money.read') ? 'Amount' : undefined };
  const navigate = useNavigate();
  const data = query.data?.data;
  const { row: transaction, open, close } = useSelectedTransaction(data?.transactions);
  return (
    <ListPage<Transaction, typeof search.values>
      title="Transaction Management"
      refreshable
      actionsBelow
      actions={
        can('lists.export') && (
          <ExportButton
            name="transactions"
            isEmpty={data?.pagination.total === 0}
            fetch={(format) => exporting.mutateAsync({ data: { ...params, format } })}
          />
        )
      }
      summary={
        <TransactionStatistics statistics={data?.statistics} failed={query.isError && !data} />
      }
      label="Transactions"
      search={search}
      searchLabel="Search transactions"
      searchPlaceholder="Search by ID, user, reference, or description"
      filters={FILTERS}
      extraFilters={<RangeFilters {...range} />}
      extraChips={getRangeChips(range)}
      query={query}
      rows={data?.transactions}
      pagination={data?.pagination}
      onCount={countExactly}
      columns={transactionColumns(({ id }) => open(id))}
      toCompact={toCompactTransaction({
        onDetails: ({ id }) => open(id),
        onUser: ({ user }) => void navigate(adminUserPath(user.id)),
      })}
      skeletonRows={search.values.per_page}
      tableFrom="(min-width: 1180px)"
      empty={{
        icon: 'list',
        title: 'No transactions yet',
        hint: 'Top-ups, purchases and refunds appear here.',
      }}
      emptyFiltered="No transactions found matching your search criteria."
      error={{
        title: 'Error Loading Data',
        message: (error) => errorMessage(error, FAILED),
      }}
    >
      <Suspense>
        {transaction && <TransactionDialog transaction={transaction} onClose={close} />}
      </Suspense>
    </ListPage>
  );
}
