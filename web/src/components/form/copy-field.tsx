import { useId, useState } from 'react';
import { CopyButton, type CopyWords } from '../ui/copy-button';
import { Icon } from '../ui/icon';
import styles from './copy-field.module.css';

interface CopyFieldProps {
  label: string;
  value: string;
  /** Hidden until asked for; copying works all the same. */
  secret?: boolean;
  words?: CopyWords;
}

/** A value to take along: read-only, in a monospace, with its copy button. */
export function CopyField({ label, value, secret = false, words }: CopyFieldProps) {
  const id = useId();
  const [shown, setShown] = useState(!secret);
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.row}>
        <input
          id={id}
          readOnly
          type={shown ? 'text' : 'password'}
          value={value}
          onFocus={(event) => event.target.select()}
        />
        {secret && (
          <button
            type="button"
            className={styles.reveal}
            aria-label={`${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eyeOff' : 'eye'} size={16} />
          </button>
        )}
        <CopyButton text={value} label={label.toLowerCase()} words={words} />
      </div>
    </div>
  );
}
