import type { ReactNode } from 'react';
import styles from './figure-table.module.css';

interface FigureTableProps {
  /** Names the table. */
  label: string;
  head: readonly string[];
  rows: readonly { key: string; title: ReactNode; figures: readonly string[] }[];
  /** Behind a summary, as the figures of a chart are. */
  isFolded?: boolean;
  /** Breaks long titles of rows. */
  hasLongTitles?: boolean;
}

/** A plain table of figures: on phones nothing else loads Ant Design's, which only wide lists use. */
export function FigureTable({ label, head, rows, isFolded, hasLongTitles }: FigureTableProps) {
  const table = (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, title, figures }) => (
            <tr key={key}>
              <th scope="row" className={hasLongTitles ? styles.long : undefined}>
                {title}
              </th>
              {figures.map((figure, column) => (
                <td key={column}>{figure}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
  if (!isFolded) return table;
  return (
    <details className={styles.details}>
      <summary>Show as a table</summary>
      {table}
    </details>
  );
}
