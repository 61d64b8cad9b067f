import type { ReactNode } from 'react';
import { Icon } from '../ui/icon';
import styles from './toolbar.module.css';

export function Toolbar({ children }: { children: ReactNode }) {
  return <div className={styles.toolbar}>{children}</div>;
}

export interface Chip {
  label: string;
  onRemove: () => void;
}

/** What is filtered by, each removable: nothing narrows a list unseen. */
export function FilterChips({ chips, onClear }: { chips: readonly Chip[]; onClear: () => void }) {
  if (chips.length === 0) return null;
  return (
    <div className={styles.chips} role="group" aria-label="Applied filters">
      {chips.map(({ label, onRemove }) => (
        <button
          key={label}
          type="button"
          className={styles.chip}
          aria-label={`Remove filter ${label}`}
          onClick={onRemove}
        >
          {label}
          <Icon name="close" size={13} />
        </button>
      ))}
      <button type="button" className={styles.clear} onClick={onClear}>
        Clear
      </button>
    </div>
  );
}
