import { useEffect, useState, type ReactNode, useRef } from 'react';
import type { PageInfo } from '@/lib/pager';
import { useMediaQuery, WIDE } from '@/lib/use-media-query';
import { Button, Input, type InputRef } from 'antd';
import { EmptyState, type EmptyStateProps } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import type { Column } from './columns';
import type { CompactRow } from './compact-rows';
import { FilterChips, type FilterChip } from './filter-chips';
import { getFilterChips, type ListFilter, type SearchValues } from './list-filters';
import styles from './list-page.module.css';
import { ListRows } from './list-rows';
import { SelectFilter } from './select-filter';
import { useHasListParts, useListPagination } from './use-list-parts';
import SearchOutlined from '@ant-design/icons/SearchOutlined';
import { MAX_SEARCH_LENGTH } from '@/lib/list-search';
import { useDebouncedText } from '@/lib/use-debounced-text';

interface SearchInputProps {
  value: string;
  onSearch: (text: string) => void;
  /** Whether the text differs from `value`. */
  onTyping?: (isTyping: boolean) => void;
  label: string;
  placeholder: string;
}

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Searches half a second after the last key press; `/` focuses it. */
export function SearchInput({ value, onSearch, onTyping, label, placeholder }: SearchInputProps) {
  const [text, setText] = useDebouncedText(value, onSearch);
  const input = useRef<InputRef>(null);
  const isTyping = text.trim() !== value.trim();

  useEffect(() => onTyping?.(isTyping), [onTyping, isTyping]);

  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.metaKey || event.ctrlKey || isTextField(event.target)) return;
      event.preventDefault();
      input.current?.focus();
    };
    window.addEventListener('keydown', focus);
    return () => window.removeEventListener('keydown', focus);
  }, []);

  return (
    <Input
      ref={input}
      type="search"
      className={styles.search}
      prefix={<SearchOutlined aria-hidden="true" />}
      aria-label={label}
      placeholder={placeholder}
      maxLength={MAX_SEARCH_LENGTH}
      autoComplete="off"
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}

/**
 * Opens the last page in place of one beyond it, as in an old link or after the last row of a page
 * is gone, without a history entry.
 * @param isPlaceholder whether `pagination` belongs to the page before.
 * @returns whether `pagination` is of a page beyond the last one; its lack of rows means nothing.
 */
export function useLastPage<V extends { page: number }>(
  pagination: PageInfo | undefined,
  isPlaceholder: boolean,
  set: ListSearchState<V>['set'],
): boolean {
  const last = Math.max(1, pagination?.last_page ?? 1);
  const isBeyond = pagination !== undefined && pagination.current_page > last;
  useEffect(() => {
    if (isBeyond && !isPlaceholder) set({ page: last } as Partial<V>, true);
  }, [isBeyond, isPlaceholder, last, set]);
  return isBeyond;
}

/** The parts of an API error that a list shows. */
export interface ListError extends Error {
  readonly requestId?: string;
}

/** The part of a React Query result that a list needs. */
export interface ListQuery {
  isError: boolean;
  isFetching: boolean;
  isPlaceholderData: boolean;
  error: ListError | null;
  refetch: () => Promise<unknown>;
}

/** List state in the URL (useListSearch) or in a component. */
export interface ListSearchState<V> {
  values: V;
  set: (change: Partial<V>, typing?: boolean) => void;
  clear: () => void;
  clears?: number;
}

export interface ListSectionProps<Row, V> {
  /** Name of the rows, such as "Proxies". */
  label: string;
  search: ListSearchState<V>;
  /** @defaultValue true */
  isSearched?: boolean;
  searchLabel: string;
  searchPlaceholder: string;
  filters?: readonly ListFilter[];
  /** Filters other than selects, with the chips of active ones. */
  extraFilters?: ReactNode;
  extraChips?: readonly FilterChip[];
  query: ListQuery;
  rows: readonly Row[] | undefined;
  pagination: PageInfo | undefined;
  pagerMode?: 'numbers' | 'steps';
  pagerLabel?: string;
  /** Counts the rows of a list whose length is estimated. */
  onCount?: () => void;
  columns: readonly Column<Row>[];
  isHighlighted?: (row: Row) => boolean;
  skeletonRows: number;
  tableFrom?: string;
  toCompact?: (row: Row) => CompactRow;
  /** Shown when no rows exist at all, with an action that adds one. */
  empty: EmptyStateProps;
  /** Title when no row matches the filters. */
  emptyFiltered: string;
  clearLabel?: string;
  error: {
    title: string;
    message?: string | ((error: ListError) => string);
    retryLabel?: string;
  };
}

/**
 * A list with search, filters, rows and pagination, and its states: loading, empty, error, stale.
 */
export function ListSection<
  Row extends { id: number },
  V extends { page: number; search: string },
>({
  search,
  isSearched = true,
  searchLabel,
  searchPlaceholder,
  filters = [],
  extraFilters,
  extraChips = [],
  query,
  rows,
  pagination,
  pagerMode,
  pagerLabel,
  onCount,
  empty,
  emptyFiltered,
  clearLabel = 'Clear filters',
  error,
  ...list
}: ListSectionProps<Row, V>) {
  const { set, clear } = search;
  const values = search.values as V & SearchValues;
  const change = (changed: Record<string, string | number>, typing?: boolean): void =>
    set(changed as Partial<V>, typing);
  const chips = [...getFilterChips(values, filters, change), ...extraChips];
  const ListPagination = useListPagination();
  const hasParts = useHasListParts(list);
  const [isTyping, setTyping] = useState(false);
  const isBeyondLastPage = useLastPage<V>(pagination, query.isPlaceholderData, set);

  const isWide = useMediaQuery(list.tableFrom ?? WIDE);
  const shownFilters = filters.filter(({ isForCards }) => !isForCards || !isWide);
  const isSorted = 'sort' in values;

  const body = (): ReactNode => {
    if (query.isError && query.error) {
      const { title, message, retryLabel } = error;
      return (
        <ErrorState
          title={title}
          message={typeof message === 'function' ? message(query.error) : message}
          requestId={query.error.requestId}
          retryLabel={retryLabel}
          onRetry={() => void query.refetch()}
        />
      );
    }
    return (
      <>
        <ListRows<Row>
          {...list}
          {...(isSorted && {
            // The newest first is the order without a sort.
            sort: String(values.sort || '-created_at'),
            onSort: (sort: string) => change({ sort: sort === '-created_at' ? '' : sort }),
          })}
          rows={isBeyondLastPage || !hasParts ? undefined : rows}
          isStale={query.isPlaceholderData || isTyping}
          empty={
            chips.length > 0 ? (
              <EmptyState
                icon="search"
                title={emptyFiltered}
                action={<Button onClick={clear}>{clearLabel}</Button>}
              />
            ) : (
              <EmptyState {...empty} />
            )
          }
        />
        {ListPagination && hasParts && pagination && pagination.total > 0 && !isBeyondLastPage && (
          <ListPagination
            info={pagination}
            requestedPage={query.isPlaceholderData ? values.page : undefined}
            mode={pagerMode}
            label={pagerLabel}
            onCount={onCount}
            isCounting={query.isFetching}
            onPage={(page) => change({ page })}
          />
        )}
      </>
    );
  };

  return (
    <>
      {/* The key empties inputs of text that was not applied before the filters were cleared. */}
      {(isSearched || shownFilters.length > 0 || extraFilters) && (
        <div key={search.clears} className={styles.toolbar} data-print="none">
          {isSearched && (
            <SearchInput
              label={searchLabel}
              placeholder={searchPlaceholder}
              value={values.search}
              onSearch={(text) => change({ search: text }, true)}
              onTyping={setTyping}
            />
          )}
          {shownFilters.map(({ name, label, options }) => (
            <SelectFilter
              key={name}
              label={label}
              value={values[name] ?? ''}
              options={options}
              onChange={(value) => change({ [name]: value })}
            />
          ))}
          {extraFilters}
        </div>
      )}
      <FilterChips chips={chips} onClear={clear} />
      {body()}
    </>
  );
}
