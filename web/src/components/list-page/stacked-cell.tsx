import type { ReactNode } from 'react';
import styles from './list-page.module.css';

/** Main text and smaller text: one line in a table of one-line rows, two lines elsewhere. */
export function StackedCell({ primary, secondary }: { primary: ReactNode; secondary: ReactNode }) {
  return (
    <span className={styles.stacked}>
      <span>{primary}</span>
      {secondary && <span className={styles.secondary}>{secondary}</span>}
    </span>
  );
}
