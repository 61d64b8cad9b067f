import type { ReactNode } from 'react';

export interface Column<Row> {
  key: string;
  title: string;
  render: (row: Row) => ReactNode;
  /** Right-aligned figures. */
  numeric?: boolean;
  /** Position of the cell in a card on phones; `field` by default. */
  card?: 'title' | 'lead' | 'field' | 'foot' | 'none';
}

/** Rows that the user has chosen for an action on all of them. */
export interface RowSelection<Row> {
  isSelected: (row: Row) => boolean;
  select: (rows: readonly Row[], isSelected: boolean) => void;
  /** Names a row for its checkbox, such as "#12". */
  nameOf: (row: Row) => string;
}

export interface RowsProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  isHighlighted?: (row: Row) => boolean;
  selection?: RowSelection<Row>;
}
