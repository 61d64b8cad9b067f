import { ChoiceFilter } from '@/components/data-list/choice-filter';
import { SearchBox } from '@/components/data-list/search-box';
import { FilterChips, Toolbar, type Chip } from '@/components/data-list/toolbar';
import { capitalise } from '@/lib/text';
import { PAGE_SIZES, STATUSES, TYPES } from './transaction';
import type { useTransactionList } from './use-transactions';

type Search = ReturnType<typeof useTransactionList>['search'];

const named = <T extends string>(values: readonly T[], plural: string) =>
  values.map((value) => ({ value, label: value === 'all' ? `All ${plural}` : capitalise(value) }));

function chipsOf({ values, set }: Search): Chip[] {
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

export function TransactionFilters({ search }: { search: Search }) {
  const { values, set, clear } = search;
  return (
    <>
      <Toolbar>
        <SearchBox
          label="Search transactions"
          placeholder="Search by ID, user, reference, or description"
          value={values.search}
          onSearch={(text) => set({ search: text }, true)}
        />
        <ChoiceFilter
          label="Status"
          value={values.status}
          choices={named(STATUSES, 'statuses')}
          onChange={(status) => set({ status })}
        />
        <ChoiceFilter
          label="Type"
          value={values.type}
          choices={named(TYPES, 'types')}
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
