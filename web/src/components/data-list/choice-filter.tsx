import { Icon } from '../ui/icon';
import styles from './toolbar.module.css';

export interface Choice<T extends string> {
  value: T;
  label: string;
}

interface ChoiceFilterProps<T extends string> {
  label: string;
  value: T;
  choices: readonly Choice<T>[];
  onChange: (value: T) => void;
}

/** A short list of options: the browser's own select, which every phone knows how to show. */
export function ChoiceFilter<T extends string>({
  label,
  value,
  choices,
  onChange,
}: ChoiceFilterProps<T>) {
  return (
    <label className={styles.choice}>
      <span className={styles.choiceLabel}>{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value as T)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <Icon name="chevronDown" size={14} />
    </label>
  );
}
