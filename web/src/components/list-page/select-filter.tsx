import { Select } from 'antd';
import { useId } from 'react';
import styles from './list-page.module.css';

export interface FilterOption<T> {
  value: T;
  label: string;
}

interface SelectFilterProps<T extends string | number> {
  label: string;
  value: T;
  options: readonly FilterOption<T>[];
  onChange: (value: T) => void;
}

export function SelectFilter<T extends string | number>({
  label,
  value,
  options,
  onChange,
}: SelectFilterProps<T>) {
  const id = useId();
  return (
    <div className={styles.filter}>
      <label htmlFor={id}>{label}</label>
      <Select<T>
        id={id}
        value={value}
        options={options.map((option) => ({ ...option }))}
        // Without virtualisation, so that screen readers see every option.
        virtual={false}
        popupMatchSelectWidth={false}
        onChange={onChange}
      />
    </div>
  );
}
