import { Table } from 'antd';
import type { RowsProps } from './columns';
import styles from './list-page.module.css';

/** Default export, loaded lazily: phones show cards instead. */
export default function TableRows<Row extends { id: number }>({
  label,
  columns,
  rows,
  isHighlighted,
}: RowsProps<Row>) {
  return (
    <Table<Row>
      className={styles.table}
      caption={<span className="visually-hidden">{label}</span>}
      rowKey="id"
      size="small"
      pagination={false}
      dataSource={rows as Row[]}
      columns={columns.map(({ title, render, numeric }) => ({
        key: title,
        title,
        align: numeric ? ('right' as const) : undefined,
        render: (_: unknown, row: Row) => render(row),
      }))}
      rowClassName={(row) => (isHighlighted?.(row) ? (styles.highlighted ?? '') : '')}
    />
  );
}
