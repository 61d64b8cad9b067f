import { Input } from 'antd';
import { useId } from 'react';
import { CopyButton, type CopyMessages } from '../ui/copy-button';
import styles from './copy-field.module.css';

interface CopyFieldProps {
  label: string;
  value: string;
  /** Masked until its toggle is pressed; it can be copied all the same. */
  secret?: boolean;
  messages?: CopyMessages;
}

/** A read-only input in monospace with a copy button. Ant Design has the two parts, but not the pair: Typography's copyable cannot mask its text. */
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
