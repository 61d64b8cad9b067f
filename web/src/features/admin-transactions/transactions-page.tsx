import { lazy, Suspense } from 'react';
import { errorMessage } from '@/api/error-messages';
import { DataList } from '@/components/data-list/data-list';
import { KindFilters } from '@/components/data-list/kind-filters';
import { Pager } from '@/components/data-list/pager';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/layout/panel';
import { PlainButton } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { STATUSES, TYPES, type Transaction } from './transaction';
import { TransactionStatistics } from './transaction-statistics';
import { transactionColumns } from './transaction-columns';
import { useSelectedTransaction, useTransactionList } from './use-transactions';

const TransactionDialog = lazy(() => import('./transaction-dialog'));

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return isFiltered ? (
    <EmptyState
      icon="search"
      title="No transactions found matching your search criteria."
      action={<PlainButton onClick={onClear}>Clear filters</PlainButton>}
    />
  ) : (
    <EmptyState
      icon="list"
      title="No transactions yet"
      hint="Every top-up, purchase and refund stands here."
    />
  );
}

export default function TransactionsPage() {
  const { search, query, isFiltered } = useTransactionList();
  const data = query.data?.data;
  const { row: transaction, open, close } = useSelectedTransaction(data?.transactions);
  return (
    <>
      <PageHeader
        title="Transaction Management"
        actions={
          <PlainButton disabled={query.isFetching} onClick={() => void query.refetch()}>
            <Icon name="refresh" size={16} />
            Refresh
          </PlainButton>
        }
      />
      <TransactionStatistics statistics={data?.statistics} failed={query.isError && !data} />
      <Panel flush>
        <KindFilters
          search={search}
          label="Search transactions"
          placeholder="Search by ID, user, reference, or description"
          statuses={STATUSES}
          types={TYPES}
          allStatuses="All statuses"
          allTypes="All types"
        />
        {query.isError ? (
          <ErrorState
            title="Error Loading Data"
            message={errorMessage(query.error, {
              fallback: 'Failed to load transaction data',
              thrown: 'Failed to load transaction data',
            })}
            requestId={query.error.requestId}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <>
            <DataList<Transaction>
              label="Transactions"
              rows={data?.transactions}
              isPending={query.isPending}
              isStale={query.isPlaceholderData}
              columns={transactionColumns(({ id }) => open(id))}
              keyOf={({ id }) => id}
              skeletonRows={search.values.per_page}
              tableFrom="(min-width: 1180px)"
              empty={<Nothing isFiltered={isFiltered} onClear={search.clear} />}
            />
            {data && data.pagination.total > 0 && (
              <Pager
                info={data.pagination}
                asked={query.isPlaceholderData ? search.values.page : undefined}
                onPage={(page) => search.set({ page })}
              />
            )}
          </>
        )}
      </Panel>
      <Suspense>
        {transaction && <TransactionDialog transaction={transaction} onClose={close} />}
      </Suspense>
    </>
  );
}
