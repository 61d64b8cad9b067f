import { Fragment, type ReactNode } from 'react';
import type { Column, RowsProps } from './columns';
import styles from './list-page.module.css';
import { SkeletonRows } from '@/components/feedback/skeleton';
import type { CompactRow } from './compact-rows';
import { useRowsView } from './use-list-parts';

/**
 * Rows as cards. Home-made: Ant Design's List does not render table columns as name-value pairs.
 */
export function CardRows<Row extends { id: number }>({
  label,
  columns,
  rows,
  isHighlighted,
}: RowsProps<Row>) {
  const cells = (row: Row, place: Column<Row>['card']): ReactNode[] =>
    columns
      .filter(({ card = 'field' }) => card === place)
      .map(({ title, render }) => <Fragment key={title}>{render(row)}</Fragment>);

  return (
    <ul aria-label={label}>
      {rows.map((row) => (
        <li
          key={row.id}
          className={`${styles.card} ${isHighlighted?.(row) ? styles.highlighted : ''}`}
        >
          <div className={styles.cardHead}>
            <div>{cells(row, 'title')}</div>
            <div>{cells(row, 'lead')}</div>
          </div>
          <dl className={styles.fields}>
            {columns
              .filter(({ card = 'field' }) => card === 'field')
              .map(({ title, render }) => (
                <div key={title} className={styles.field}>
                  <dt>{title}</dt>
                  <dd>{render(row)}</dd>
                </div>
              ))}
          </dl>
          {cells(row, 'foot').map((cell, index) => (
            <div key={index} className={styles.foot}>
              {cell}
            </div>
          ))}
        </li>
      ))}
    </ul>
  );
}

interface ListRowsProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined until loaded. */
  rows: readonly Row[] | undefined;
  isHighlighted?: RowsProps<Row>['isHighlighted'];
  sort?: string;
  onSort?: (sort: string) => void;
  /** Whether the rows are not those asked for, such as the former page while the next one loads. They cannot be used. */
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
  tableFrom,
  toCompact,
  ...list
}: ListRowsProps<Row>) {
  const view = useRowsView({ tableFrom, toCompact });
  if (!rows || !view) return <SkeletonRows rows={skeletonRows} label={`Loading ${list.label}`} />;
  if (rows.length === 0) return empty;
  return (
    <div className={isStale ? styles.stale : undefined} aria-busy={isStale} inert={isStale}>
      {view.kind === 'table' && <view.Rows rows={rows} {...list} />}
      {view.kind === 'compact' && toCompact && (
        <view.Rows
          label={list.label}
          rows={rows}
          toCompact={toCompact}
          isHighlighted={list.isHighlighted}
        />
      )}
      {view.kind === 'cards' && <CardRows rows={rows} {...list} />}
    </div>
  );
}
