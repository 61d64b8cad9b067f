import { Input } from 'antd';
import { DateRangeInput } from '@/components/form/period-picker';
import type { FilterChip } from '@/components/list-page/filter-chips';
import { toFilterOptions, type ListFilter } from '@/components/list-page/list-filters';
import { formatDate } from '@/lib/date';
import { capitalise } from '@/lib/text';
import { useDebouncedText } from '@/lib/use-debounced-text';
import { CATEGORIES, SEVERITIES } from './audit-log';
import type { AuditSearch } from './use-audit-logs';

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

/** Action, user and dates; the dates are typed or picked, and either may stay empty. */
export function AuditFilters({ search: { values, set } }: { search: AuditSearch }) {
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
      <DateRangeInput
        from={values.start_date}
        to={values.end_date}
        allowEmpty
        onChange={({ from, to }) => set({ start_date: from, end_date: to })}
      />
    </>
  );
}
