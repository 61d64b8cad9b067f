import { Fragment } from 'react';
import styles from './data-list.module.css';
import type { Column, ListViewProps } from './table-view';

const at = <Row,>(
  columns: readonly Column<Row>[],
  place: Column<Row>['card'],
): readonly Column<Row>[] => columns.filter((column) => (column.card ?? 'field') === place);

export function CardList<Row>({ label, columns, rows, keyOf, isHighlighted }: ListViewProps<Row>) {
  return (
    <ul className={styles.cards} aria-label={label}>
      {rows.map((row) => (
        <li key={keyOf(row)} className={`${styles.card} ${isHighlighted?.(row) ? styles.lit : ''}`}>
          <div className={styles.cardHead}>
            <div>
              {at(columns, 'title').map((column) => (
                <Fragment key={column.key}>{column.render(row)}</Fragment>
              ))}
            </div>
            <div>
              {at(columns, 'lead').map((column) => (
                <Fragment key={column.key}>{column.render(row)}</Fragment>
              ))}
            </div>
          </div>
          <dl className={styles.fields}>
            {at(columns, 'field').map((column) => (
              <div key={column.key} className={styles.field}>
                <dt>{column.title}</dt>
                <dd>{column.render(row)}</dd>
              </div>
            ))}
          </dl>
          {at(columns, 'foot').map((column) => (
            <div key={column.key} className={styles.foot}>
              {column.render(row)}
            </div>
          ))}
        </li>
      ))}
    </ul>
  );
}
