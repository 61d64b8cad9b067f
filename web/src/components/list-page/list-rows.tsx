import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { SkeletonRows } from '@/components/feedback/skeleton';
import { useMediaQuery, WIDE } from '@/lib/use-media-query';
import { CardRows } from './card-rows';
import type { Column, RowsProps } from './columns';
import type { CompactRow } from './compact-rows';
import type CompactRowsComponent from './compact-rows';
import styles from './list-page.module.css';
import type TableRowsComponent from './table-rows';

const loadTable = () => import('./table-rows');
const TableRows = lazy(loadTable) as unknown as typeof TableRowsComponent;
const loadCompact = () => import('./compact-rows');
const CompactRows = lazy(loadCompact) as unknown as typeof CompactRowsComponent;

interface ListRowsProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined until loaded. */
  rows: readonly Row[] | undefined;
  isHighlighted?: RowsProps<Row>['isHighlighted'];
  /** Whether the rows belong to the previous page, shown while the next one loads. */
  isStale?: boolean;
  skeletonRows: number;
  /** Minimum width for the table. */
  tableFrom?: string;
  /** Rows of two lines where the table does not fit; cards by default. */
  toCompact?: (row: Row) => CompactRow;
  /** Shown when there are no rows. */
  empty: ReactNode;
}

/** Rows as a table, or as two lines or a card each on screens too narrow for it. */
export function ListRows<Row extends { id: number }>({
  rows,
  isStale,
  skeletonRows,
  empty,
  tableFrom = WIDE,
  toCompact,
  ...view
}: ListRowsProps<Row>) {
  const isWide = useMediaQuery(tableFrom);
  const isCompact = toCompact !== undefined;
  useEffect(() => {
    // Loaded in parallel with the rows. A failure shows when they are rendered.
    if (isWide) loadTable().catch(() => undefined);
    else if (isCompact) loadCompact().catch(() => undefined);
  }, [isWide, isCompact]);

  const skeleton = <SkeletonRows rows={skeletonRows} label={`Loading ${view.label}`} />;
  if (!rows) return skeleton;
  if (rows.length === 0) return empty;
  return (
    <div className={isStale ? styles.stale : undefined} aria-busy={isStale}>
      <Suspense fallback={skeleton}>
        {isWide ? (
          <TableRows rows={rows} {...view} />
        ) : toCompact ? (
          <CompactRows
            label={view.label}
            rows={rows}
            toCompact={toCompact}
            isHighlighted={view.isHighlighted}
          />
        ) : (
          <CardRows rows={rows} {...view} />
        )}
      </Suspense>
    </div>
  );
}
