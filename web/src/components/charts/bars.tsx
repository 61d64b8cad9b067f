import { clamp } from '@/lib/number';
import styles from './bars.module.css';

export interface Bar {
  label: string;
  value: number;
  /** Ready to be shown above the bar. */
  shown: string;
}

/** Upright bars in one hue, each with its figure. The table beside them says the same to a reader. */
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
