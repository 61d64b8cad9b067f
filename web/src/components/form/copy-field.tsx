import { Input } from 'antd';
import { useId } from 'react';
import { CopyButton, type CopyMessages } from '../ui/copy-button';
import styles from './copy-field.module.css';

interface CopyFieldProps {
  label: string;
  value: string;
  /** Masked until toggled; the copy button works either way. */
  secret?: boolean;
  messages?: CopyMessages;
}

/**
 * A read-only monospace input with a copy button. Ant Design's Typography can copy, but not mask
 * its text.
 */
export function CopyField({ label, value, secret = false, messages }: CopyFieldProps) {
  const id = useId();
  const ReadOnlyInput = secret ? Input.Password : Input;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <ReadOnlyInput
        id={id}
        className={styles.input}
        readOnly
        value={value}
        onFocus={(event) => event.target.select()}
        suffix={<CopyButton text={value} label={label.toLowerCase()} messages={messages} />}
      />
    </div>
  );
}
