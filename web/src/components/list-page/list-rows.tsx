import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { SkeletonRows } from '@/components/feedback/skeleton';
import { useMediaQuery, WIDE } from '@/lib/use-media-query';
import { CardRows } from './card-rows';
import type { Column, RowsProps } from './columns';
import styles from './list-page.module.css';
import type TableRowsComponent from './table-rows';

const loadTable = () => import('./table-rows');
const TableRows = lazy(loadTable) as unknown as typeof TableRowsComponent;

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
  /** Shown when there are no rows. */
  empty: ReactNode;
}

/** Rows as a table, or as cards on screens too narrow for it. */
export function ListRows<Row extends { id: number }>({
  rows,
  isStale,
  skeletonRows,
  empty,
  tableFrom = WIDE,
  ...view
}: ListRowsProps<Row>) {
  const isWide = useMediaQuery(tableFrom);
  useEffect(() => {
    // Loaded in parallel with the rows. A failure shows when the table is rendered.
    if (isWide) loadTable().catch(() => undefined);
  }, [isWide]);

  const skeleton = <SkeletonRows rows={skeletonRows} label={`Loading ${view.label}`} />;
  if (!rows) return skeleton;
  if (rows.length === 0) return empty;
  return (
    <div className={isStale ? styles.stale : undefined} aria-busy={isStale}>
      {isWide ? (
        <Suspense fallback={skeleton}>
          <TableRows rows={rows} {...view} />
        </Suspense>
      ) : (
        <CardRows rows={rows} {...view} />
      )}
    </div>
  );
}
