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

export function StatCards({ stats }: { stats: readonly Stat[] }) {
  return (
    <dl className={styles.grid}>
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
