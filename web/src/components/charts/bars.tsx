import { clamp } from '@/lib/number';
import styles from './bars.module.css';

export interface Bar {
  label: string;
  value: number;
  /** Formatted label above the bar. */
  shown: string;
}

/**
 * A bar chart in one hue, with a label per bar. The table beside it has the same figures for screen
 * readers.
 */
export function ColumnBars({ bars }: { bars: readonly Bar[] }) {
  const most = Math.max(...bars.map(({ value }) => value), 0);
  return (
    <div className={styles.columns} aria-hidden="true">
      {bars.map(({ label, value, shown }) => (
        <div key={label} className={styles.column}>
          <span className={styles.track}>
            <span className={styles.figure}>{shown}</span>
            <span
              className={styles.bar}
              style={{ flexBasis: most > 0 ? `${clamp((value / most) * 85, 0, 85)}%` : 0 }}
            />
          </span>
          <span className={styles.label}>{label}</span>
        </div>
      ))}
    </div>
  );
}
