import { useState } from 'react';
import { LazyModule, useLazyModule } from '@/lib/lazy-module';
import { useMediaQuery, WIDE } from '@/lib/use-media-query';
import type CompactRowsComponent from './compact-rows';
import type ListPaginationComponent from './list-pagination';
import type TableRowsComponent from './table-rows';

interface ListShape {
  /** Minimum width for the table. */
  tableFrom?: string;
  toCompact?: unknown;
}

/** How rows are shown: `cards` need no chunk. */
export type RowsView =
  | { kind: 'table'; Rows: typeof TableRowsComponent }
  | { kind: 'compact'; Rows: typeof CompactRowsComponent }
  | { kind: 'cards' };

// Loaded while the rows are fetched, because of the bundle budget for lists on phones.
const TABLE = new LazyModule<RowsView>(async () => {
  const { default: Rows } = await import('./table-rows');
  return { default: { kind: 'table', Rows } };
});
const COMPACT = new LazyModule<RowsView>(async () => {
  const { default: Rows } = await import('./compact-rows');
  return { default: { kind: 'compact', Rows } };
});
const CARDS = new LazyModule<RowsView>(() => Promise.resolve({ default: { kind: 'cards' } }));
CARDS.value = { kind: 'cards' };
const PAGINATION = new LazyModule(() => import('./list-pagination'));

/** The view for the width of the window; undefined until loaded. */
export function useRowsView({ tableFrom = WIDE, toCompact }: ListShape): RowsView | undefined {
  const isWide = useMediaQuery(tableFrom);
  return useLazyModule(isWide ? TABLE : toCompact === undefined ? CARDS : COMPACT);
}

/** Undefined until loaded. */
export const useListPagination = (): typeof ListPaginationComponent | undefined =>
  useLazyModule(PAGINATION);

/**
 * Whether rows and pagination can be rendered at once: what is below a list would move otherwise. It stays so: a phone that is
 * turned loads other rows, but keeps the open dialog.
 */
export function useHasListParts(shape: ListShape): boolean {
  const view = useRowsView(shape);
  const pagination = useListPagination();
  const hasAll = view !== undefined && pagination !== undefined;
  const [hadAll, setHadAll] = useState(hasAll);
  if (hasAll && !hadAll) setHadAll(true);
  return hasAll || hadAll;
}
