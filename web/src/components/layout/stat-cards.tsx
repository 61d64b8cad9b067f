import type { ReactNode } from 'react';
import { SkeletonBar } from '../feedback/skeleton';
import styles from './stat-cards.module.css';

export interface Stat {
  label: string;
  /** Undefined while it is on its way. */
  value: ReactNode | undefined;
  note?: ReactNode;
  /** Beside the label. */
  mark?: ReactNode;
}

interface StatCardsProps {
  stats: readonly Stat[];
  /** In a narrow column: names on the left, figures on the right. */
  stacked?: boolean;
}

/** Keeps the place of a note that is sure to come. */
export const NOTE_TO_COME = <SkeletonBar width={80} height={20} />;

export function StatCards({ stats, stacked = false }: StatCardsProps) {
  return (
    <dl className={`${styles.grid} ${stacked ? styles.stacked : ''}`}>
      {stats.map(({ label, value, note, mark }) => (
        <div key={label} className={styles.card}>
          <dt>
            {label}
            {mark}
          </dt>
          <dd className={styles.value}>{value ?? <SkeletonBar width={96} height={28} />}</dd>
          {note && <dd className={styles.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
