import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useMediaQuery } from '@/lib/use-media-query';
import type { DateInputProps } from './date-input';
import styles from './date-picker.module.css';

const DAY = 'YYYY-MM-DD';
const MINUTE = 'YYYY-MM-DDTHH:mm';

/** The first one is shown, the others can be typed as well. */
export const DAY_FORMATS = ['D MMM YYYY', DAY, 'D/M/YYYY'];
const MINUTE_FORMATS = DAY_FORMATS.map((format) => `${format}, HH:mm`);

const toDayjs = (value: string | undefined, format: string): Dayjs | undefined =>
  value ? dayjs(value, format) : undefined;

/** Default export, loaded lazily: the calendar is a sixth of the budget of a customer's page. */
export default function LazyDatePicker({
  value,
  onChange,
  min,
  max,
  withTime = false,
  ...field
}: DateInputProps) {
  const format = withTime ? MINUTE : DAY;
  // The keyboard of a phone would cover the calendar.
  const isTouch = useMediaQuery('(pointer: coarse)');
  return (
    <DatePicker
      {...field}
      style={{ width: '100%' }}
      classNames={{ popup: { root: styles.calendar } }}
      format={withTime ? MINUTE_FORMATS : DAY_FORMATS}
      placeholder=""
      showTime={withTime && { format: 'HH:mm' }}
      needConfirm={false}
      inputReadOnly={isTouch}
      minDate={toDayjs(min, DAY)}
      maxDate={toDayjs(max, DAY)}
      value={toDayjs(value, format) ?? null}
      onChange={(day) => onChange?.(day ? day.format(format) : '')}
    />
  );
}
