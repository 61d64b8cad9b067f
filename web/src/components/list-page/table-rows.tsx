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

const toOrder = (name: string, sort: string): 'ascend' | 'descend' | null =>
  sort === name ? 'ascend' : sort === `-${name}` ? 'descend' : null;

/** Default export, loaded lazily: phones show cards instead. */
export default function TableRows<Row extends { id: number }>({
  label,
  columns,
  rows,
  isHighlighted,
  sort = '',
  onSort,
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
      showSorterTooltip={false}
      sortDirections={['descend', 'ascend']}
      onChange={(_page, _filters, sorter) => {
        const { columnKey, order } = [sorter].flat()[0] ?? {};
        const name = columns.find(({ title }) => title === columnKey)?.sort;
        onSort?.(name && order ? `${order === 'descend' ? '-' : ''}${name}` : '');
      }}
      columns={columns.map(({ title, render, numeric, grow, sort: name }) => ({
        key: title,
        title,
        ...(name && onSort && { sorter: true, sortOrder: toOrder(name, sort) }),
        align: numeric ? ('right' as const) : undefined,
        width: grow && `${(grow / shares) * 100}%`,
        onCell: () => ({ className: grow ? styles.grow : undefined, onMouseEnter: setTitle }),
        render: (_: unknown, row: Row) => render(row),
      }))}
      rowClassName={(row) => (isHighlighted?.(row) ? (styles.highlighted ?? '') : '')}
    />
  );
}
