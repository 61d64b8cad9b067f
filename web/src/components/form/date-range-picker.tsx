import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useId, useMemo } from 'react';
import { periodOptions, toDateRange } from '@/lib/date-range';
import { useMediaQuery } from '@/lib/use-media-query';
import { DAY_FORMATS } from './date-picker';
import calendar from './date-picker.module.css';
import styles from './date-range-picker.module.css';
import type { DateRangeInputProps } from './period-picker';

const DAY = 'YYYY-MM-DD';

const toDayjs = (day: string | undefined): Dayjs | null => (day ? dayjs(day, DAY) : null);
const toDay = (day: Dayjs | null | undefined): string => day?.format(DAY) ?? '';

/** Beside the calendar; computed when they are chosen, so that no night makes them wrong. */
const PRESETS = periodOptions([])
  .filter(({ value }) => value !== 'custom')
  .map(({ value, label }) => ({
    label,
    value: (): [Dayjs, Dayjs] => {
      const { from, to } = toDateRange({ period: value, from: '', to: '' });
      return [dayjs(from, DAY), dayjs(to, DAY)];
    },
  }));

/** Default export, loaded lazily with the calendar. */
export default function LazyDateRangePicker({
  from,
  to,
  allowEmpty = false,
  onChange,
}: DateRangeInputProps) {
  const id = useId();
  // The keyboard of a phone would cover the calendar.
  const isTouch = useMediaQuery('(pointer: coarse)');
  // A new array would reset a half-picked range.
  const range = useMemo<[Dayjs | null, Dayjs | null]>(
    () => [toDayjs(from), toDayjs(to)],
    [from, to],
  );
  return (
    <>
      <label htmlFor={`${id}start`} className="visually-hidden">
        Start date
      </label>
      <label htmlFor={`${id}end`} className="visually-hidden">
        End date
      </label>
      <DatePicker.RangePicker
        id={{ start: `${id}start`, end: `${id}end` }}
        placeholder={['Start date', 'End date']}
        format={DAY_FORMATS}
        className={styles.range}
        classNames={{ popup: { root: `${calendar.calendar} ${styles.calendar}` } }}
        presets={allowEmpty ? PRESETS : undefined}
        allowClear={allowEmpty}
        allowEmpty={[allowEmpty, allowEmpty]}
        inputReadOnly={isTouch}
        value={range}
        onChange={(days) => onChange({ from: toDay(days?.[0]), to: toDay(days?.[1]) })}
      />
    </>
  );
}
