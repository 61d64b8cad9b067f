import type { ListSearch } from '@/lib/list-search';
import { PAGE_SIZES, type KindSearch } from '@/lib/kind-list';
import { capitalise } from '@/lib/text';
import { ChoiceFilter } from './choice-filter';
import { SearchBox } from './search-box';
import { FilterChips, Toolbar, type Chip } from './toolbar';

interface KindFiltersProps<S extends string, T extends string> {
  search: ListSearch<KindSearch<S, T>>;
  label: string;
  placeholder: string;
  statuses: readonly S[];
  types: readonly T[];
  /** How "no filter" is called where `All` alone says too little. */
  allStatuses?: string;
  allTypes?: string;
}

const choicesOf = <V extends string>(values: readonly V[], all: string) => [
  { value: 'all' as const, label: all },
  ...values.map((value) => ({ value, label: capitalise(value) })),
];

function chipsOf<S extends string, T extends string>({
  values,
  set,
}: ListSearch<KindSearch<S, T>>): Chip[] {
  return [
    ...(values.search
      ? [{ label: `“${values.search}”`, onRemove: () => set({ search: '' }) }]
      : []),
    ...(values.status !== 'all'
      ? [{ label: capitalise(values.status), onRemove: () => set({ status: 'all' }) }]
      : []),
    ...(values.type !== 'all'
      ? [{ label: capitalise(values.type), onRemove: () => set({ type: 'all' }) }]
      : []),
  ];
}

/** Search, status, type and page size of a list, and chips for what is filtered by. */
export function KindFilters<S extends string, T extends string>({
  search,
  label,
  placeholder,
  statuses,
  types,
  allStatuses = 'All',
  allTypes = 'All',
}: KindFiltersProps<S, T>) {
  const { values, set, clear } = search;
  return (
    <>
      <Toolbar key={search.clears}>
        <SearchBox
          label={label}
          placeholder={placeholder}
          value={values.search}
          onSearch={(text) => set({ search: text }, true)}
        />
        <ChoiceFilter<S | 'all'>
          label="Status"
          value={values.status}
          choices={choicesOf(statuses, allStatuses)}
          onChange={(status) => set({ status })}
        />
        <ChoiceFilter<T | 'all'>
          label="Type"
          value={values.type}
          choices={choicesOf(types, allTypes)}
          onChange={(type) => set({ type })}
        />
        <ChoiceFilter
          label="Per page"
          value={String(values.per_page)}
          choices={PAGE_SIZES.map((size) => ({ value: String(size), label: `${size} / page` }))}
          onChange={(size) => set({ per_page: Number(size) })}
        />
      </Toolbar>
      <FilterChips chips={chipsOf(search)} onClear={clear} />
    </>
  );
}
