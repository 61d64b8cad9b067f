import { Fragment, type ReactNode } from 'react';
import type { Column, RowsProps } from './columns';
import styles from './list-page.module.css';

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
      .map(({ key, render }) => <Fragment key={key}>{render(row)}</Fragment>);

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
              .map(({ key, title, render }) => (
                <div key={key} className={styles.field}>
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
