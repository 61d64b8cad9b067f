import type { InputHTMLAttributes } from 'react';
import styles from './switch.module.css';

/** A checkbox that looks like what it does. */
export function Switch({
  label,
  hint,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & { label: string; hint?: string }) {
  return (
    <label className={styles.row}>
      <input type="checkbox" role="switch" className={styles.box} {...rest} />
      <span>
        <span className={styles.label}>{label}</span>
        {hint && <span className={styles.hint}>{hint}</span>}
      </span>
    </label>
  );
}
