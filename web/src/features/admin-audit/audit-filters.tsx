import { DatePicker, Input } from 'antd';
import { DAY_FORMATS } from '@/components/form/date-picker';
import calendar from '@/components/form/date-picker.module.css';
import dayjs, { type Dayjs } from 'dayjs';
import { useMemo } from 'react';
import type { FilterChip } from '@/components/list-page/filter-chips';
import { toFilterOptions, type ListFilter } from '@/components/list-page/list-filters';
import { formatDate } from '@/lib/date';
import { capitalise } from '@/lib/text';
import { useDebouncedText } from '@/lib/use-debounced-text';
import styles from './audit-filters.module.css';
import { CATEGORIES, SEVERITIES } from './audit-log';
import type { AuditSearch } from './use-audit-logs';

const DAY = 'YYYY-MM-DD';

export const AUDIT_FILTERS: readonly ListFilter[] = [
  {
    name: 'category',
    label: 'Category',
    options: toFilterOptions(CATEGORIES, 'All categories'),
    allValue: 'all',
  },
  {
    name: 'severity',
    label: 'Severity',
    options: toFilterOptions(SEVERITIES, 'All severities'),
    allValue: 'all',
    chipLabel: (severity) => `${capitalise(severity)} severity`,
  },
];

/** Chips of the filters other than selects. */
export function getExtraChips({ values, set }: AuditSearch): FilterChip[] {
  const chips: (FilterChip | false)[] = [
    values.action !== '' && {
      label: `Action “${values.action}”`,
      onRemove: () => set({ action: '' }),
    },
    values.user_id !== '' && {
      label: `User ${values.user_id}`,
      onRemove: () => set({ user_id: '' }),
    },
    values.start_date !== '' && {
      label: `From ${formatDate(values.start_date)}`,
      onRemove: () => set({ start_date: '' }),
    },
    values.end_date !== '' && {
      label: `Until ${formatDate(values.end_date)}`,
      onRemove: () => set({ end_date: '' }),
    },
  ];
  return chips.filter((chip) => chip !== false);
}

interface TextFilterProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  digitsOnly?: boolean;
}

/** Applied half a second after the last key press, like the search. */
function TextFilter({ label, value, onChange, digitsOnly = false }: TextFilterProps) {
  const [text, setText] = useDebouncedText(value, onChange);
  return (
    <Input
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      inputMode={digitsOnly ? 'numeric' : undefined}
      maxLength={digitsOnly ? 9 : 100}
      style={{ flex: '1 1 120px', width: 'auto', maxWidth: 200 }}
      value={text}
      onChange={({ target }) =>
        setText(digitsOnly ? target.value.replaceAll(/\D/g, '') : target.value)
      }
    />
  );
}

const toDayjs = (day: string): Dayjs | null => (day === '' ? null : dayjs(day, DAY));
const toDay = (day: Dayjs | null | undefined): string => day?.format(DAY) ?? '';

/** Action, user and dates; the dates are typed or picked, and either may stay empty. */
export function AuditFilters({ search: { values, set } }: { search: AuditSearch }) {
  const { start_date: start, end_date: end } = values;
  // A new array would reset a half-picked range.
  const range = useMemo<[Dayjs | null, Dayjs | null]>(
    () => [toDayjs(start), toDayjs(end)],
    [start, end],
  );
  return (
    <>
      <TextFilter
        label="Action"
        value={values.action}
        onChange={(action) => set({ action }, true)}
      />
      <TextFilter
        label="User ID"
        value={values.user_id}
        digitsOnly
        onChange={(text) => set({ user_id: Number(text) > 0 ? text : '' }, true)}
      />
      <label htmlFor="audit-start" className="visually-hidden">
        Start date
      </label>
      <label htmlFor="audit-end" className="visually-hidden">
        End date
      </label>
      <DatePicker.RangePicker
        id={{ start: 'audit-start', end: 'audit-end' }}
        placeholder={['Start date', 'End date']}
        format={DAY_FORMATS}
        classNames={{ popup: { root: `${calendar.calendar} ${styles.calendar}` } }}
        allowEmpty={[true, true]}
        value={range}
        onChange={(days) => set({ start_date: toDay(days?.[0]), end_date: toDay(days?.[1]) })}
      />
    </>
  );
}
