import { Select } from 'antd';
import { useId, useState } from 'react';
import { useListProxies } from '@/api/generated/proxies';
import { DateRangeForm } from '@/components/form/date-range-form';
import filter from '@/components/list-page/list-page.module.css';
import { SelectFilter } from '@/components/list-page/select-filter';
import { countryName } from '@/lib/country';
import { thisMonth } from '@/lib/date-range';
import { asList } from '@/lib/list';
import type { ListSearch } from '@/lib/list-search';
import { capitalise, proxyTypeName } from '@/lib/text';
import { useDebouncedText } from '@/lib/use-debounced-text';
import styles from './usage-page.module.css';
import { PERIOD_LABELS, PERIODS, type UsageSearch, type UsageSelection } from './usage-search';

const MAX_PROXIES = 50;

/** One of the customer's proxies, found by typing; the list has the newest. */
function ProxyFilter({ value, onChange }: { value: number; onChange: (id: number) => void }) {
  const id = useId();
  const [search, setSearch] = useState('');
  const [typed, setTyped] = useDebouncedText(search, setSearch);
  const { data, isFetching } = useListProxies(
    { page: 1, per_page: MAX_PROXIES, ...(search && { search }) },
    { query: { meta: { quiet: true } } },
  );
  const proxies = asList(data?.data.proxies);
  const known = proxies.some((proxy) => proxy.id === value);
  const options = [
    { value: 0, label: 'All proxies' },
    ...(value > 0 && !known ? [{ value, label: `#${value}` }] : []),
    ...proxies.map(({ id: proxyId, type, location }) => ({
      value: proxyId,
      label: `#${proxyId} · ${proxyTypeName(type)} · ${countryName(location)}`,
    })),
  ];
  return (
    <div className={filter.filter}>
      <label htmlFor={id}>Proxy</label>
      <Select
        id={id}
        value={value}
        options={options}
        showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
        loading={isFetching}
        virtual={false}
        popupMatchSelectWidth={false}
        notFoundContent="No proxies found"
        onChange={onChange}
      />
    </div>
  );
}

interface UsageFiltersProps {
  search: ListSearch<UsageSearch>;
  selection: UsageSelection;
  isBusy: boolean;
  /** Field errors of the request. */
  errors: Record<string, string[]> | undefined;
}

/** Everything that the figures depend on; all of it is in the URL. */
export function UsageFilters({ search, selection, isBusy, errors }: UsageFiltersProps) {
  const { values, set } = search;
  const { interval, intervals } = selection;
  const dates = values.from && values.to ? { from: values.from, to: values.to } : thisMonth();
  return (
    <>
      <div className={styles.filters} role="search" aria-label="Usage filters">
        <SelectFilter
          label="Period"
          value={values.period}
          options={PERIODS.map((period) => ({ value: period, label: PERIOD_LABELS[period] }))}
          onChange={(period) =>
            set(period === 'dates' ? { period, ...dates } : { period, from: '', to: '' })
          }
        />
        <SelectFilter
          label="By"
          value={interval}
          options={intervals.map((one) => ({ value: one, label: capitalise(one) }))}
          onChange={(by) => set({ by })}
        />
        <ProxyFilter value={values.proxy_id} onChange={(proxyId) => set({ proxy_id: proxyId })} />
      </div>
      {values.period === 'dates' && (
        <div className={styles.dates}>
          <DateRangeForm
            // Back and Forward change the dates, too.
            key={`${dates.from} ${dates.to}`}
            label="Dates"
            action="Show"
            busyAction="Loading..."
            isBusy={isBusy}
            errors={errors}
            initial={dates}
            onSubmit={(range) => set(range)}
          />
        </div>
      )}
    </>
  );
}
