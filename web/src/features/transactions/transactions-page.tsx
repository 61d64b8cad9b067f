import { Button } from 'antd';
import { useReceipts } from '@/api/use-papers';
import { ChoiceFilter } from '@/components/data-list/choice-filter';
import { DataList } from '@/components/data-list/data-list';
import { Pager } from '@/components/data-list/pager';
import { SearchBox } from '@/components/data-list/search-box';
import { FilterChips, Toolbar } from '@/components/data-list/toolbar';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/layout/panel';
import { ButtonLink, PlainButton } from '@/components/ui/button';
import { asList } from '@/lib/list';
import { paths } from '@/lib/paths';
import { capitalise } from '@/lib/text';
import { ExportStatement } from './export-statement';
import { PER_PAGE, STATUSES, type Transaction } from './transaction';
import { transactionColumns } from './transaction-columns';
import { TransactionStats } from './transaction-stats';
import { usePendingCredits, useTransactionList, useVerification } from './use-transactions';

function EmptyList({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return isFiltered ? (
    <EmptyState
      icon="search"
      title="No transactions found matching your search criteria."
      action={<PlainButton onClick={onClear}>Clear filters</PlainButton>}
    />
  ) : (
    <EmptyState
      icon="list"
      title="No transactions found."
      hint="Top-ups and purchases stand here, each with its reference."
      action={
        <ButtonLink look="primary" to={paths.wallet}>
          Top up your wallet
        </ButtonLink>
      }
    />
  );
}

export default function TransactionsPage() {
  const { search, query, isFiltered } = useTransactionList();
  const pending = usePendingCredits();
  const { busy, verify } = useVerification();
  const receipts = useReceipts();
  const { values, set, clear } = search;
  const data = query.data?.data;
  const chips = [
    ...(values.search
      ? [{ label: `“${values.search}”`, onRemove: () => set({ search: '' }) }]
      : []),
    ...(values.status !== 'all'
      ? [{ label: capitalise(values.status), onRemove: () => set({ status: 'all' }) }]
      : []),
  ];
  return (
    <>
      <PageHeader
        title="Transactions"
        actionsBelow
        actions={
          <>
            {pending.length > 0 && (
              <Button disabled={busy.size > 0} onClick={() => void verify(pending)}>
                {busy.size > 0 ? 'Verifying...' : 'Verify All Pending'}
              </Button>
            )}
            <ExportStatement />
          </>
        }
      />
      <TransactionStats />
      <Panel flush>
        <Toolbar key={search.clears}>
          <SearchBox
            label="Search transactions"
            placeholder="Search by reference, description or type"
            value={values.search}
            onSearch={(text) => set({ search: text }, true)}
          />
          <ChoiceFilter
            label="Status"
            value={values.status}
            choices={STATUSES.map((value) => ({ value, label: capitalise(value) }))}
            onChange={(status) => set({ status })}
          />
        </Toolbar>
        <FilterChips chips={chips} onClear={clear} />
        {query.isError ? (
          <ErrorState
            title="Failed to load transactions"
            requestId={query.error.requestId}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <>
            <DataList<Transaction>
              label="Transactions"
              rows={data && asList(data.transactions)}
              isPending={query.isPending}
              isStale={query.isPlaceholderData}
              columns={transactionColumns({
                busy,
                onVerify: ({ reference }) => void verify([reference]),
                isReceiptBusy: receipts.isBusy,
                onReceipt: receipts.download,
              })}
              keyOf={({ id }) => id}
              skeletonRows={PER_PAGE}
              tableFrom="(min-width: 1100px)"
              empty={<EmptyList isFiltered={isFiltered} onClear={clear} />}
            />
            {data && data.pagination.total > 0 && (
              <Pager
                info={data.pagination}
                asked={query.isPlaceholderData ? values.page : undefined}
                onPage={(page) => set({ page })}
              />
            )}
          </>
        )}
      </Panel>
    </>
  );
}
