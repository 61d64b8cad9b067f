import { Input, Select } from 'antd';
import { lazy, Suspense } from 'react';
import {
  periodOptions,
  thisMonth,
  toDateRange,
  type DateRange,
  type PeriodSearch,
} from '@/lib/date-range';
import styles from './date-range-picker.module.css';

export interface DateRangeInputProps extends DateRange {
  /** Either end may stay open; then the periods of the calendar are offered, too. */
  allowEmpty?: boolean;
  onChange: (range: DateRange) => void;
}

const DateRangePicker = lazy(() => import('./date-range-picker'));

/** Two days that are typed or chosen from a calendar. */
export const DateRangeInput = (props: DateRangeInputProps) => (
  <Suspense fallback={<Input className={styles.range} aria-label="Dates" disabled />}>
    <DateRangePicker {...props} />
  </Suspense>
);

interface PeriodPickerProps {
  id?: string;
  /** Without a label of its own. */
  label?: string;
  /** Periods of the screen before those of the calendar. */
  own: readonly string[];
  value: PeriodSearch;
  onChange: (period: PeriodSearch) => void;
}

/** Today, yesterday, this month, last month and what a screen has of its own, or any days. */
export function PeriodPicker({ id, label, own, value, onChange }: PeriodPickerProps) {
  const { period, from, to } = value;
  const choose = (next: string): void => {
    // Starts from the days on screen.
    const days =
      next === 'custom' ? { ...thisMonth(), ...toDateRange(value) } : { from: '', to: '' };
    onChange({ period: next, ...days });
  };
  return (
    <>
      <Select
        id={id}
        aria-label={label}
        value={period}
        options={periodOptions(own)}
        // Without virtualisation, so that screen readers see every option.
        virtual={false}
        popupMatchSelectWidth={false}
        onChange={choose}
        style={{ minWidth: 130 }}
      />
      {period === 'custom' && (
        <DateRangeInput from={from} to={to} onChange={(days) => onChange({ period, ...days })} />
      )}
    </>
  );
}
