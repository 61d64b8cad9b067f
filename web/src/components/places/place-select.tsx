import { Select } from 'antd';
import { Flag } from '../format/country';
import type { Option } from '@/lib/proxy-options';
import { toPlainText } from '@/lib/plain-text';
import styles from './place-select.module.css';

export interface PlaceOption extends Option {
  /** At the right edge of the open list. */
  detail?: string;
  disabled?: boolean;
}

interface PlaceSelectProps {
  id?: string;
  value?: string;
  onChange?: (code: string) => void;
  options: readonly PlaceOption[];
  loading?: boolean;
  disabled?: boolean;
  flags?: boolean;
  placeholder?: string;
  /** As the other fields of its form. */
  size?: 'middle' | 'large';
}

const matches = (input: string, option?: PlaceOption): boolean => {
  const wanted = toPlainText(input).toLowerCase();
  return (
    option !== undefined &&
    (option.label.toLowerCase().includes(wanted) || option.value.toLowerCase() === wanted)
  );
};

/** Searchable by name or code. */
export function PlaceSelect({
  options,
  flags,
  loading,
  disabled,
  placeholder,
  size = 'large',
  ...field
}: PlaceSelectProps) {
  return (
    <Select<string, PlaceOption>
      {...field}
      size={size}
      showSearch={{ filterOption: matches }}
      loading={loading}
      disabled={disabled}
      placeholder={loading ? 'Loading...' : placeholder}
      options={options.map((option) =>
        option.detail ? { ...option, 'aria-label': `${option.label} · ${option.detail}` } : option,
      )}
      optionRender={
        flags
          ? ({ data }) => (
              <span className={styles.option}>
                <Flag code={data.value} />
                {data.label}
                {data.detail && <span className={styles.detail}>{data.detail}</span>}
              </span>
            )
          : undefined
      }
    />
  );
}
