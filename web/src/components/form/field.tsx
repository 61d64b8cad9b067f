import type { ReactNode } from 'react';
import styles from './field.module.css';

/** Props that connect the input to its hint, counter and error for screen readers. */
export interface FieldInput {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
}

interface FieldProps {
  id: string;
  label: string;
  hint?: ReactNode;
  error?: string;
  /** A character counter, shown once the text has `from` characters. */
  counter?: { length: number; limit: number; from: number };
  children: (input: FieldInput) => ReactNode;
}

/**
 * A labelled input with hint, counter and error. Home-made, like TextInput: for the contact form of
 * the landing page, which loads no Ant Design.
 */
export function Field({ id, label, hint, error, counter, children }: FieldProps) {
  const counted = counter && counter.length > counter.from;
  const descriptions = [error && `${id}-error`, hint && `${id}-hint`, counted && `${id}-count`];
  return (
    <div className={styles.field}>
      <div className={styles.top}>
        <label htmlFor={id}>{label}</label>
        {counted && (
          <span
            id={`${id}-count`}
            className={counter.length > counter.limit ? styles.over : styles.count}
          >
            {counter.length}/{counter.limit}
          </span>
        )}
      </div>
      {children({
        id,
        'aria-describedby': descriptions.filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
