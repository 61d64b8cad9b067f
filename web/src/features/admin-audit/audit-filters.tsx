import { ChoiceFilter } from '@/components/data-list/choice-filter';
import { SearchBox } from '@/components/data-list/search-box';
import { FilterChips, Toolbar, type Chip } from '@/components/data-list/toolbar';
import { TextInput } from '@/components/form/text-input';
import { capitalise } from '@/lib/text';
import { useDebouncedText } from '@/lib/use-debounced-text';
import { CATEGORIES, SEVERITIES } from './audit-log';
import styles from './audit.module.css';
import type { AuditSearch } from './use-audit-logs';

const named = <T extends string>(values: readonly T[], plural: string) =>
  values.map((value) => ({ value, label: value === 'all' ? `All ${plural}` : capitalise(value) }));

interface TypedFilterProps {
  label: string;
  value: string;
  onRest: (text: string) => void;
  clean?: (text: string) => string;
  kind?: 'text' | 'number' | 'day';
}

const INPUTS = {
  text: { maxLength: 100 },
  number: { maxLength: 9, inputMode: 'numeric' },
  day: { type: 'date' },
} as const;

/**
 * Text that is applied once the keys have rested, like the search. Days too: every digit of a year
 * makes one, and an input that is set from the address forgets the digits before.
 */
function TypedFilter({ label, value, onRest, clean = String, kind = 'text' }: TypedFilterProps) {
  const [text, setText] = useDebouncedText(value, onRest);
  return (
    <label className={styles.filter}>
      <span>{label}</span>
      <TextInput
        value={text}
        {...INPUTS[kind]}
        onChange={(event) => setText(clean(event.target.value))}
      />
    </label>
  );
}

function getFilterChips({ values, set }: AuditSearch): Chip[] {
  const chips: (Chip | false)[] = [
    values.search !== '' && { label: `“${values.search}”`, onRemove: () => set({ search: '' }) },
    values.category !== 'all' && {
      label: capitalise(values.category),
      onRemove: () => set({ category: 'all' }),
    },
    values.severity !== 'all' && {
      label: `${capitalise(values.severity)} severity`,
      onRemove: () => set({ severity: 'all' }),
    },
    values.action !== '' && {
      label: `Action “${values.action}”`,
      onRemove: () => set({ action: '' }),
    },
    values.user_id !== '' && {
      label: `User ${values.user_id}`,
      onRemove: () => set({ user_id: '' }),
    },
    values.start_date !== '' && {
      label: `From ${values.start_date}`,
      onRemove: () => set({ start_date: '' }),
    },
    values.end_date !== '' && {
      label: `Until ${values.end_date}`,
      onRemove: () => set({ end_date: '' }),
    },
  ];
  return chips.filter((chip) => chip !== false);
}

export function AuditFilters({ search }: { search: AuditSearch }) {
  const { values, set, clear } = search;
  return (
    <>
      <Toolbar key={search.clears}>
        <SearchBox
          label="Search audit logs"
          placeholder="Search by user, action, target, details or IP"
          value={values.search}
          onSearch={(text) => set({ search: text }, true)}
        />
        <ChoiceFilter
          label="Category"
          value={values.category}
          choices={named(CATEGORIES, 'categories')}
          onChange={(category) => set({ category })}
        />
        <ChoiceFilter
          label="Severity"
          value={values.severity}
          choices={named(SEVERITIES, 'severities')}
          onChange={(severity) => set({ severity })}
        />
        <div className={styles.filters}>
          <TypedFilter
            label="Action"
            value={values.action}
            onRest={(action) => set({ action }, true)}
          />
          <TypedFilter
            label="User ID"
            value={values.user_id}
            kind="number"
            clean={(text) => text.replaceAll(/\D/g, '')}
            onRest={(text) => set({ user_id: Number(text) > 0 ? text : '' }, true)}
          />
          <TypedFilter
            label="Start date"
            kind="day"
            value={values.start_date}
            onRest={(day) => set({ start_date: day }, true)}
          />
          <TypedFilter
            label="End date"
            kind="day"
            value={values.end_date}
            onRest={(day) => set({ end_date: day }, true)}
          />
        </div>
      </Toolbar>
      <FilterChips chips={getFilterChips(search)} onClear={clear} />
    </>
  );
}
