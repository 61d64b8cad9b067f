import { ConfigProvider, Input, type ConfigProviderProps } from 'antd';
import { useId } from 'react';
import { CopyButton, type CopyMessages } from '../ui/copy-button';
import styles from './copy-field.module.css';

type Locale = ConfigProviderProps['locale'];

interface CopyFieldProps {
  label: string;
  value: string;
  /** Masked until toggled; the copy button works either way. */
  secret?: boolean;
  messages?: CopyMessages;
}

/** Names the toggle after its field: a dialog has several. */
const toggleLocale = (name: string): Locale => ({
  locale: 'en',
  global: { show: `Show ${name}`, hide: `Hide ${name}` },
});

/**
 * A read-only monospace input with a copy button. Ant Design's Typography can copy, but not mask
 * its text.
 */
export function CopyField({ label, value, secret = false, messages }: CopyFieldProps) {
  const id = useId();
  const name = label.toLowerCase();
  const ReadOnlyInput = secret ? Input.Password : Input;
  const input = (
    <ReadOnlyInput
      id={id}
      className={styles.input}
      readOnly
      value={value}
      onFocus={(event) => event.target.select()}
      suffix={<CopyButton text={value} label={name} messages={messages} />}
    />
  );
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {secret ? <ConfigProvider locale={toggleLocale(name)}>{input}</ConfigProvider> : input}
    </div>
  );
}
