import type { Sort } from '@/lib/range-search';
import { PAGE_SIZES, type StatusTypeSearch } from '@/lib/status-type-search';
import { capitalise } from '@/lib/text';
import type { FilterChip } from './filter-chips';
import type { FilterOption } from './select-filter';

/** A select for one search parameter. */
export interface ListFilter {
  name: string;
  label: string;
  options: readonly FilterOption<string | number>[];
  /** The inactive value. Any other shows a chip; undefined: never a chip. */
  allValue?: string | number;
  /** Only where no table has it in its headers. */
  isForCards?: boolean;
  /** Chip text; by default the option's label. */
  chipLabel?: (value: string) => string;
}

/** Filter options: "All" and each value. */
export const toFilterOptions = (
  values: readonly string[],
  allLabel = 'All',
): readonly FilterOption<string>[] => [
  { value: 'all', label: allLabel },
  ...values
    .filter((value) => value !== 'all')
    .map((value) => ({ value, label: capitalise(value) })),
];

export const statusFilter = (statuses: readonly string[], allLabel?: string): ListFilter => ({
  name: 'status',
  label: 'Status',
  options: toFilterOptions(statuses, allLabel),
  allValue: 'all',
});

export const typeFilter = (types: readonly string[], allLabel?: string): ListFilter => ({
  name: 'type',
  label: 'Type',
  options: toFilterOptions(types, allLabel),
  allValue: 'all',
});

export const pageSizeFilter: ListFilter = {
  name: 'per_page' satisfies keyof StatusTypeSearch<string, string>,
  label: 'Per page',
  options: PAGE_SIZES.map((size) => ({ value: size, label: `${size} / page` })),
};

const SORT_LABELS: Record<Sort, string> = {
  ...{ '': 'Newest first', created_at: 'Oldest first' },
  ...{ '-amount': 'Highest amount', amount: 'Lowest amount' },
};

/** In place of the headers of a table. */
export const sortFilter = (sorts: readonly Sort[]): ListFilter => ({
  name: 'sort',
  label: 'Sort',
  options: sorts.map((value) => ({ value, label: SORT_LABELS[value] })),
  isForCards: true,
});

export type SearchValues = Readonly<Record<string, string | number>>;

export function getFilterChips(
  values: SearchValues,
  filters: readonly ListFilter[],
  set: (change: Record<string, string | number>) => void,
): FilterChip[] {
  const chips: FilterChip[] = [];
  const { search } = values;
  if (search) chips.push({ label: `“${search}”`, onRemove: () => set({ search: '' }) });
  for (const { name, options, allValue, chipLabel } of filters) {
    const value = values[name];
    if (allValue === undefined || value === undefined || value === allValue) continue;
    const option = options.find((candidate) => candidate.value === value);
    chips.push({
      label: chipLabel?.(String(value)) ?? option?.label ?? String(value),
      onRemove: () => set({ [name]: allValue }),
    });
  }
  return chips;
}
