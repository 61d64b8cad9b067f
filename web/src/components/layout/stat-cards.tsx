import type { ReactNode } from 'react';
import { SkeletonBar } from '../feedback/skeleton';
import styles from './stat-cards.module.css';

export interface Stat {
  label: string;
  /** Undefined while loading. */
  value: ReactNode | undefined;
  note?: ReactNode;
  /** Shown beside the label. */
  mark?: ReactNode;
}

interface StatCardsProps {
  stats: readonly Stat[];
  /** For narrow columns: labels on the left, values on the right. */
  stacked?: boolean;
  /** For figures that are not what the screen is about. */
  compact?: boolean;
}

export const NOTE_PLACEHOLDER = <SkeletonBar width={80} height={20} />;

/**
 * Figures as a definition list. Home-made: Ant Design's Card and Statistic add 26 KiB to lists on
 * phones, whose bundle budget has 2 KiB left.
 */
export function StatCards({ stats, stacked = false, compact = false }: StatCardsProps) {
  return (
    <dl
      className={`${styles.grid} ${stacked ? styles.stacked : ''} ${compact ? styles.compact : ''}`}
    >
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
