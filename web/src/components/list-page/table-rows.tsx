import { Table } from 'antd';
import type { MouseEvent } from 'react';
import type { RowsProps } from './columns';
import styles from './list-page.module.css';

/** Shows the text of a cell that is cut off. */
function setTitle({ currentTarget: cell }: MouseEvent<HTMLElement>): void {
  const isCut = [cell, ...cell.querySelectorAll<HTMLElement>('*')].some(
    ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
      clientWidth > 1 && (scrollWidth > clientWidth || scrollHeight > clientHeight + 4),
  );
  cell.title = isCut ? cell.innerText : '';
}

/** Default export, loaded lazily: phones show cards instead. */
export default function TableRows<Row extends { id: number }>({
  label,
  columns,
  rows,
  isHighlighted,
}: RowsProps<Row>) {
  const shares = columns.reduce((sum, { grow = 0 }) => sum + grow, 0);
  return (
    <Table<Row>
      className={`${styles.table} ${shares > 0 ? styles.oneLine : ''}`}
      caption={<span className="visually-hidden">{label}</span>}
      rowKey="id"
      size="small"
      pagination={false}
      dataSource={rows as Row[]}
      columns={columns.map(({ title, render, numeric, grow }) => ({
        key: title,
        title,
        align: numeric ? ('right' as const) : undefined,
        width: grow && `${(grow / shares) * 100}%`,
        onCell: () => ({ className: grow ? styles.grow : undefined, onMouseEnter: setTitle }),
        render: (_: unknown, row: Row) => render(row),
      }))}
      rowClassName={(row) => (isHighlighted?.(row) ? (styles.highlighted ?? '') : '')}
    />
  );
}
