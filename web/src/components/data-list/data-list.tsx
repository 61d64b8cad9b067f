import type { ReactNode } from 'react';
import { SkeletonRows } from '@/components/feedback/skeleton';
import { useMediaQuery, WIDE } from '@/lib/use-media-query';
import { CardList } from './card-list';
import styles from './data-list.module.css';
import { TableView, type Column } from './table-view';

export type { Column } from './table-view';

export interface ListState<Row> {
  rows: readonly Row[] | undefined;
  isPending: boolean;
  /** Old rows shown while new ones are on their way. */
  isStale?: boolean;
}

interface DataListProps<Row> extends ListState<Row> {
  label: string;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string | number;
  isHighlighted?: (row: Row) => boolean;
  skeletonRows: number;
  /** From which width the columns fit side by side. */
  tableFrom?: string;
  /** Shown in place of the rows when there is none. */
  empty: ReactNode;
}

/** Rows as a table, and as cards where a table would have to scroll sideways. */
export function DataList<Row>({
  rows,
  isPending,
  isStale,
  skeletonRows,
  empty,
  tableFrom = WIDE,
  ...view
}: DataListProps<Row>) {
  const wide = useMediaQuery(tableFrom);
  if (isPending || !rows)
    return <SkeletonRows rows={skeletonRows} label={`Loading ${view.label}`} />;
  if (rows.length === 0) return empty;
  const View = wide ? TableView : CardList;
  return (
    <div className={isStale ? styles.stale : undefined} aria-busy={isStale}>
      <View rows={rows} {...view} />
    </div>
  );
}
