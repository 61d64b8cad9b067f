import type { ReactNode } from 'react';

export interface Column<Row> {
  /** Identifies the column too. */
  title: string;
  render: (row: Row) => ReactNode;
  /** Name that the API sorts by, for a table with `onSort`. */
  sort?: string;
  /** Right-aligned figures. */
  numeric?: boolean;
  /**
   * Share of the width that the other columns leave in a table; what does not fit is cut off. A table with such columns has one line
   * per row.
   */
  grow?: number;
  /** Position of the cell in a card on phones; `field` by default. */
  card?: 'title' | 'lead' | 'field' | 'foot' | 'none';
}

export interface RowsProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  isHighlighted?: (row: Row) => boolean;
  /** Name of the column that the rows are sorted by, after a minus downwards; empty for the usual order. */
  sort?: string;
  onSort?: (sort: string) => void;
}
