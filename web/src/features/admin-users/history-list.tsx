import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '@/api/api-error';
import type { Column } from '@/components/list-page/columns';
import type { CompactRow } from '@/components/list-page/compact-rows';
import { ListSection } from '@/components/list-page/list-section';
import type { PageInfo } from '@/lib/pager';
import type { HistorySearch } from './use-history-search';
import type { User } from './user';

const PER_PAGE = 10;

export interface HistoryProps {
  user: Pick<User, 'id' | 'name' | 'email'>;
  history: HistorySearch;
}

export const toParams = ({ page, search }: HistorySearch['values']) => ({
  page,
  per_page: PER_PAGE,
  search: search || undefined,
});

interface HistoryListProps<Row, Answer> {
  /** Plural, such as "purchases". */
  noun: string;
  columns: Column<Row>[];
  toCompact: (row: Row) => CompactRow;
  query: UseQueryResult<Answer, ApiError>;
  getPage: (answer: Answer) => { rows: readonly Row[]; pagination: PageInfo };
  history: HistorySearch;
  isSearched?: boolean;
}

export function HistoryList<Row extends { id: number }, Answer>({
  noun,
  columns,
  toCompact,
  query,
  getPage,
  history,
  isSearched = true,
}: HistoryListProps<Row, Answer>) {
  const page = query.data && getPage(query.data);
  return (
    <ListSection<Row, HistorySearch['values']>
      label={noun}
      search={history}
      isSearched={isSearched}
      searchLabel={`Search ${noun}`}
      searchPlaceholder={`Search ${noun}`}
      query={query}
      rows={page?.rows}
      pagination={page?.pagination}
      pagerLabel={`Pages of ${noun}`}
      columns={columns}
      toCompact={toCompact}
      skeletonRows={PER_PAGE}
      tableFrom="(min-width: 1140px)"
      empty={{ icon: 'list', title: `No ${noun} yet` }}
      emptyFiltered={`No ${noun} match your search.`}
      clearLabel="Clear search"
      error={{ title: `Failed to load ${noun}`, message: ({ message }) => message }}
    />
  );
}
