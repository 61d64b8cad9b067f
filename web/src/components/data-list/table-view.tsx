import type { ReactNode } from 'react';
import styles from './data-list.module.css';

export interface Column<Row> {
  key: string;
  title: string;
  render: (row: Row) => ReactNode;
  /** Right-aligned figures. */
  numeric?: boolean;
  /** Where it stands on a phone's card; `field` unless told. */
  card?: 'title' | 'lead' | 'field' | 'foot' | 'none';
}

export interface ListViewProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  isHighlighted?: (row: Row) => boolean;
}

export function TableView<Row>({ label, columns, rows, keyOf, isHighlighted }: ListViewProps<Row>) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={column.numeric ? styles.number : undefined}
              >
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className={isHighlighted?.(row) ? styles.lit : undefined}>
              {columns.map((column) => (
                <td key={column.key} className={column.numeric ? styles.number : undefined}>
                  {column.render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
