import type { Option } from '@/lib/proxy-options';
import styles from './dialog.module.css';

interface RadioRowProps<V extends string | number> {
  legend: string;
  name: string;
  options: readonly Option<V>[];
  value: V;
  onChange: (value: V) => void;
}

export function RadioRow<V extends string | number>({
  legend,
  name,
  options,
  value,
  onChange,
}: RadioRowProps<V>) {
  return (
    <fieldset className={styles.radios}>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.radio}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
