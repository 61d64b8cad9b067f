import { Select } from 'antd';
import { Flag } from '../format/country';
import type { Option } from '@/lib/proxy-options';
import { toPlainText } from '@/lib/plain-text';
import styles from './place-select.module.css';

interface PlaceSelectProps {
  id?: string;
  value?: string;
  onChange?: (code: string) => void;
  options: readonly Option[];
  loading?: boolean;
  disabled?: boolean;
  flags?: boolean;
  placeholder?: string;
  /** As the other fields of its form. */
  size?: 'middle' | 'large';
}

const matches = (input: string, option?: Option): boolean => {
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
    <Select<string, Option>
      {...field}
      size={size}
      showSearch={{ filterOption: matches }}
      loading={loading}
      disabled={disabled}
      placeholder={loading ? 'Loading...' : placeholder}
      options={options as Option[]}
      optionRender={
        flags
          ? ({ data }) => (
              <span className={styles.option}>
                <Flag code={data.value} />
                {data.label}
              </span>
            )
          : undefined
      }
    />
  );
}
