import type { ReactNode } from 'react';

export interface Column<Row> {
  /** Identifies the column too. */
  title: string;
  render: (row: Row) => ReactNode;
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
}
