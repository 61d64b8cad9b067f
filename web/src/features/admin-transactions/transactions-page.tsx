import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import { errorMessage } from '@/api/error-messages';
import { pageSizeFilter, statusFilter, typeFilter } from '@/components/list-page/list-filters';
import { ListPage } from '@/components/list-page/list-page';
import { LinkButton } from '@/components/ui/link-button';
import { adminPaths, adminUserPath } from '@/lib/admin-paths';
import { ATTENTION_OPTIONS, STATUSES, TYPES, type Transaction } from './transaction';
import { transactionColumns } from './transaction-columns';
import { toCompactTransaction } from './transaction-row';
import { TransactionStatistics } from './transaction-statistics';
import { useTransactionList, useSelectedTransaction } from './use-transactions';

const TransactionDialog = lazy(() => import('./transaction-dialog'));

const FILTERS = [
  statusFilter(STATUSES, 'All statuses'),
  typeFilter(TYPES, 'All types'),
  { name: 'attention', label: 'Needs attention', options: ATTENTION_OPTIONS, allValue: 'all' },
  pageSizeFilter,
];
const FAILED = {
  fallback: 'Failed to load transaction data',
  thrown: 'Failed to load transaction data',
};

export default function TransactionsPage() {
  const { search, query, countExactly } = useTransactionList();
  const navigate = useNavigate();
  const data = query.data?.data;
  const { row: transaction, open, close } = useSelectedTransaction(data?.transactions);
  return (
    <ListPage<Transaction, typeof search.values>
      title="Transaction Management"
      actions={<LinkButton to={adminPaths.reconciliation}>Reconciliation</LinkButton>}
      refreshable
      summary={
        <TransactionStatistics statistics={data?.statistics} failed={query.isError && !data} />
      }
      label="Transactions"
      search={search}
      searchLabel="Search transactions"
      searchPlaceholder="Search by ID, user, reference, or description"
      filters={FILTERS}
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
