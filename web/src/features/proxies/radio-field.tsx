import { Form, Radio } from 'antd';
import { useId } from 'react';
import type { Option } from '@/lib/proxy-options';
import styles from './dialog.module.css';

interface RadioFieldProps<V extends string | number> {
  label: string;
  options: readonly Option<V>[];
  value: V;
  onChange: (value: V) => void;
}

/** Ant Design's radio group with a label that also names the group. */
export function RadioField<V extends string | number>({
  label,
  options,
  value,
  onChange,
}: RadioFieldProps<V>) {
  const id = useId();
  return (
    <Form.Item label={<span id={id}>{label}</span>} className={styles.radios}>
      <Radio.Group
        aria-labelledby={id}
        options={[...options]}
        value={value}
        onChange={(event) => onChange(event.target.value as V)}
      />
    </Form.Item>
  );
}
