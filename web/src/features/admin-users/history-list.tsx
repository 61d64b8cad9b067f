import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '@/api/api-error';
import { DataList, type Column } from '@/components/data-list/data-list';
import { Pager, type PageInfo } from '@/components/data-list/pager';
import { SearchBox } from '@/components/data-list/search-box';
import { Toolbar } from '@/components/data-list/toolbar';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { PlainButton } from '@/components/ui/button';
import type { HistorySearch } from './use-history-search';

export const HISTORY_PER_PAGE = 10;

interface HistoryListProps<Row, Answer> {
  /** Such as "purchases". */
  what: string;
  columns: Column<Row>[];
  query: UseQueryResult<Answer, ApiError>;
  toRows: (answer: Answer) => { rows: readonly Row[]; info: PageInfo };
  history: HistorySearch;
}

export function HistoryList<Row extends { id: number }, Answer>({
  what,
  columns,
  query,
  toRows,
  history,
}: HistoryListProps<Row, Answer>) {
  const { values, set } = history;
  const found = query.data && toRows(query.data);
  return (
    <>
      <Toolbar>
        <SearchBox
          label={`Search ${what}`}
          placeholder={`Search ${what}`}
          value={values.search}
          onSearch={(search) => set({ search }, true)}
        />
      </Toolbar>
      {query.isError ? (
        <ErrorState
          title={`Failed to load ${what}`}
          message={query.error.message}
          requestId={query.error.requestId}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <>
          <DataList<Row>
            label={what}
            rows={found?.rows}
            isPending={query.isPending}
            isStale={query.isPlaceholderData}
            columns={columns}
            keyOf={({ id }) => id}
            skeletonRows={HISTORY_PER_PAGE}
            tableFrom="(min-width: 1140px)"
            empty={
              values.search ? (
                <EmptyState
                  icon="search"
                  title={`No ${what} match your search.`}
                  action={
                    <PlainButton onClick={() => set({ search: '' })}>Clear search</PlainButton>
                  }
                />
              ) : (
                <EmptyState icon="list" title={`No ${what} yet`} />
              )
            }
          />
          {found && found.info.total > 0 && (
            <Pager
              label={`Pages of ${what}`}
              info={found.info}
              asked={query.isPlaceholderData ? values.page : undefined}
              onPage={(page) => set({ page })}
            />
          )}
        </>
      )}
    </>
  );
}
