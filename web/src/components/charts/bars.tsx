import { Fragment } from 'react';
import { clamp } from '@/lib/number';
import styles from './bars.module.css';

export interface Bar {
  label: string;
  value: number;
  /** Formatted label beside the bar. */
  shown: string;
}

/**
 * A bar chart in one hue, a row per bar, so that no label is cut on a phone. The table beside it has the same
 * figures for screen readers.
 */
export function RowBars({ bars }: { bars: readonly Bar[] }) {
  const most = Math.max(...bars.map(({ value }) => value), 0);
  return (
    <div className={styles.bars} aria-hidden="true">
      {bars.map(({ label, value, shown }) => (
        <Fragment key={label}>
          <span className={styles.label}>{label}</span>
          <span
            className={styles.bar}
            style={{ width: most > 0 ? `${clamp((value / most) * 100, 0, 100)}%` : 0 }}
          />
          <span className={styles.figure}>{shown}</span>
        </Fragment>
      ))}
    </div>
  );
}
