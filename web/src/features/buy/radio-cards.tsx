import { Radio } from 'antd';
import type { ReactNode } from 'react';
import styles from './radio-cards.module.css';

export interface RadioCard<V extends string> {
  value: V;
  content: ReactNode;
}

interface RadioCardsProps<V extends string> {
  label: string;
  cards: readonly RadioCard<V>[];
  value: V | null;
  onChange: (value: V) => void;
  size?: 'small' | 'large';
}

/** Ant Design's radio group with a clickable card per option. */
export function RadioCards<V extends string>({
  label,
  cards,
  value,
  onChange,
  size = 'large',
}: RadioCardsProps<V>) {
  return (
    <Radio.Group
      aria-label={label}
      className={`${styles.group} ${styles[size] ?? ''}`}
      value={value}
      onChange={(event) => onChange(event.target.value as V)}
    >
      {cards.map((card) => (
        <Radio key={card.value} value={card.value} className={styles.card}>
          {card.content}
        </Radio>
      ))}
    </Radio.Group>
  );
}
