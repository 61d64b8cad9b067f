import type { adminImportStock, adminListStock } from '@/api/generated/admin-supply';
import { type AdminListStockParams, UnitFilter, UnitStatus } from '@/api/generated/api.schemas';
import {
  statusFilter,
  toFilterOptions,
  type ListFilter,
} from '@/components/list-page/list-filters';
import { countryName } from '@/lib/country';
import { formatDate } from '@/lib/date';
import { choiceField, pageField, textField, toListParams } from '@/lib/list-search';
import { formatNumber } from '@/lib/number';

export type StockData = Awaited<ReturnType<typeof adminListStock>>['data'];
export type Unit = StockData['units'][number];
export type ImportData = Awaited<ReturnType<typeof adminImportStock>>['data'];

export const UNITS_PER_PAGE = 15;
const ALL = 'all';
const STATUSES = [
  UnitStatus.free,
  UnitStatus.sold,
  UnitStatus.expiring,
  UnitStatus.dead,
  UnitStatus.disabled,
];

/** Word of a status, and the badge's status that has its icon and tone. */
export const UNIT_LOOKS: Record<UnitStatus, { word: string; status: string }> = {
  free: { word: 'Free', status: 'active' },
  sold: { word: 'Sold', status: 'verified' },
  expiring: { word: 'Expiring', status: 'pending' },
  dead: { word: 'Dead', status: 'failed' },
  disabled: { word: 'Disabled', status: 'cancelled' },
};

export const stockSearch = {
  page: pageField,
  search: textField(),
  status: choiceField<UnitFilter | typeof ALL>([ALL, ...Object.values(UnitFilter)], ALL),
  country: textField(ALL),
};

export const toStockParams = (values: {
  [K in keyof typeof stockSearch]: (typeof stockSearch)[K]['fallback'];
}): AdminListStockParams => ({
  ...toListParams(values),
  per_page: UNITS_PER_PAGE,
  country: /^[a-z]{2}$/.test(values.country) ? values.country : undefined,
});

/** @param data undefined until it is loaded. @param chosen stays an option while it is the filter. */
export function getStockFilters(data: StockData | undefined, chosen: string): ListFilter[] {
  const countries = (data?.countries ?? []).map(({ country, country_name: label }) => ({
    value: country,
    label,
  }));
  const isMissing = chosen !== ALL && !countries.some(({ value }) => value === chosen);
  return [
    {
      ...statusFilter([]),
      options: [
        ...toFilterOptions([], 'All statuses'),
        ...STATUSES.map((value) => ({ value, label: UNIT_LOOKS[value].word })),
        { value: UnitFilter.ending, label: 'Ends within 7 days' },
      ],
    },
    {
      name: 'country',
      label: 'Country',
      allValue: ALL,
      options: [
        { value: ALL, label: 'All countries' },
        ...countries,
        ...(isMissing ? [{ value: chosen, label: countryName(chosen) }] : []),
      ],
    },
  ];
}

export const describeEnd = ({ upstream_expires_at: end }: Unit): string =>
  end === null ? 'No end known' : `Until ${formatDate(end)}`;

export const describeProxy = ({ proxy }: Unit): string | null =>
  proxy && `${proxy.customer}, proxy #${proxy.id} until ${formatDate(proxy.expires_at)}`;

/** "498 addresses". */
export const countAddresses = (count: number): string =>
  `${formatNumber(count)} ${count === 1 ? 'address' : 'addresses'}`;
