import type { InputHTMLAttributes, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';
import { Icon } from '../ui/icon';
import styles from './text-input.module.css';

/** Home-made: for the contact form of the landing page, which loads no Ant Design. */
export function TextInput(props: InputHTMLAttributes<HTMLInputElement>) {
  return <input className={styles.input} autoComplete="off" {...props} />;
}

export function TextArea(props: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return <textarea className={styles.input} {...props} />;
}

interface SelectInputProps extends SelectHTMLAttributes<HTMLSelectElement> {
  choices: readonly { value: string; label: string }[];
}

export function SelectInput({ choices, ...rest }: SelectInputProps) {
  return (
    <span className={styles.select}>
      <select className={styles.input} {...rest}>
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Icon name="chevronDown" size={14} />
    </span>
  );
}
