import { Button } from 'antd';
import { Fragment, type ReactNode } from 'react';
import { Link, type To } from 'react-router-dom';
import { ActionMenu, type MenuAction } from '../ui/action-menu';
import styles from './compact-rows.module.css';

/** A row of two lines: what it is about and its main figure or status, then the details. */
export interface CompactRow {
  /** Distinguishes the row from others in the name of its menu. */
  name: string;
  title: ReactNode;
  /** In front of both lines, such as a check box. */
  before?: ReactNode;
  /** What the title opens: a page, or a dialog. */
  open?: To | (() => void);
  /** At the end of the first line. */
  lead?: ReactNode;
  /** Separated by dots; empty ones are left out. Cut off where the line ends. */
  details: readonly ReactNode[];
  /** At the end of the second line; never cut off. */
  note?: ReactNode;
  actions: readonly MenuAction[];
}

interface CompactRowsProps<Row> {
  label: string;
  rows: readonly Row[];
  toCompact: (row: Row) => CompactRow;
  isHighlighted?: (row: Row) => boolean;
}

function Title({ title, open }: Pick<CompactRow, 'title' | 'open'>) {
  if (open === undefined) return <strong>{title}</strong>;
  return typeof open === 'function' ? (
    <Button type="link" className={styles.open} onClick={open}>
      <span>{title}</span>
    </Button>
  ) : (
    <Link to={open} className={styles.open}>
      <span>{title}</span>
    </Link>
  );
}

function Details({ parts }: { parts: readonly ReactNode[] }) {
  return parts
    .filter((part) => part !== null && part !== undefined && part !== '' && part !== false)
    .map((part, index) => (
      <Fragment key={index}>
        {index > 0 && ' · '}
        {part}
      </Fragment>
    ));
}

/** Default export, loaded lazily: the customer's lists do without it. */
export default function CompactRows<Row extends { id: number }>({
  label,
  rows,
  toCompact,
  isHighlighted,
}: CompactRowsProps<Row>) {
  const shown = rows.map((row) => ({ row, ...toCompact(row) }));
  const hasMenu = shown.some(({ actions }) => actions.length > 0);
  return (
    <ul aria-label={label}>
      {shown.map(({ row, name, title, before, open, lead, details, note, actions }) => (
        <li
          key={row.id}
          className={`${styles.row} ${hasMenu ? styles.withMenu : ''} ${before ? styles.withBefore : ''} ${isHighlighted?.(row) ? styles.highlighted : ''}`}
        >
          {before && <div className={styles.before}>{before}</div>}
          <div className={styles.text}>
            <div className={styles.title}>
              <Title title={title} open={open} />
            </div>
            <div className={styles.lead}>{lead}</div>
            <div className={`${styles.details} ${note ? '' : styles.alone}`}>
              <Details parts={details} />
            </div>
            {note && <div className={styles.note}>{note}</div>}
          </div>
          {actions.length > 0 && <ActionMenu name={name} actions={actions} />}
        </li>
      ))}
    </ul>
  );
}
