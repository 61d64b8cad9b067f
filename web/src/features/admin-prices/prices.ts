import {
  type AddressPricesDto,
  DatacenterPeriod,
  type PeriodOverrideDto,
  type PeriodPriceDto,
  type PreviewRowResponse,
  type PriceListDto,
  type PricesData,
  type TrafficPackageDto,
} from '@/api/generated/api.schemas';
import { countryName, RANDOM_CODE } from '@/lib/country';
import { choiceField } from '@/lib/list-search';
import { formatUsd } from '@/lib/money';

export type PriceList = PriceListDto;
export type Prices = PricesData;
export type PreviewRow = PreviewRowResponse;
export type Override = PeriodOverrideDto;
/** A package of traffic, or a period of an address. */
export type Offer = TrafficPackageDto | PeriodPriceDto;
export type Product = PreviewRow['product'];
export type PoolKind = Exclude<Product, 'datacenter'>;

/** An amount in one of the two currencies; neither while the field is empty. */
export interface Price {
  usd?: number;
  naira?: number;
}

export const TABS = [
  'residential',
  'mobile',
  'datacenter',
  'groups',
  'customers',
  'history',
] as const;
export const tabField = choiceField<(typeof TABS)[number]>(TABS, 'residential');

export const PRODUCT_NAMES: Record<Product, string> = {
  residential: 'Residential',
  mobile: 'Mobile',
  datacenter: 'Datacenter',
};
const MINUTES_PER_DAY = 24 * 60;
export const PERIODS = Object.values(DatacenterPeriod);

const isPackage = (offer: Offer): offer is TrafficPackageDto => 'gigabytes' in offer;

/** "5 GB", "30 days". */
export const nameSize = (offer: Offer): string =>
  isPackage(offer) ? `${offer.gigabytes} GB` : `${offer.duration_minutes / MINUTES_PER_DAY} days`;

export const namePlace = ({ country, group }: Override): string =>
  country ? countryName(country) : (group ?? 'a new place');

/** The row of the preview for an offer, or for its price in a place. */
export const findRow = (
  rows: readonly PreviewRow[],
  product: Product,
  offer: Offer,
  place?: Override,
): PreviewRow | undefined =>
  rows.find(
    (row) =>
      row.product === product &&
      (isPackage(offer)
        ? row.gigabytes === offer.gigabytes
        : row.duration_minutes === offer.duration_minutes) &&
      (place
        ? row.country === (place.country ?? null) && row.group === (place.group ?? null)
        : row.country === RANDOM_CODE),
  );

const list = new Intl.ListFormat('en-NG');

/** What a gigabyte costs the shop: "72 % DataImpulse at $1.00 and 28 % Evomi at $2.50". */
export function describeCost({ cost_sources: sources }: Pick<PreviewRow, 'cost_sources'>): string {
  if (sources.length === 0) return 'unknown, no enabled network serves it';
  const used = sources.filter(({ percent }) => percent > 0);
  const idle = sources.filter(({ percent, in_service: serves }) => percent === 0 && !serves);
  const parts = used.map(
    ({ name, percent, usd_per_gb: usd, in_service: serves }) =>
      `${percent} % ${name} at ${formatUsd(usd)}${serves ? '' : ' (out of service)'}`,
  );
  return [
    list.format(parts),
    idle.length > 0 && `${list.format(idle.map(({ name }) => name))} out of service, not counted`,
  ]
    .filter(Boolean)
    .join('; ');
}

/** The same list with another item at an index. */
export const replaceAt = <T>(items: readonly T[], index: number, item: T): T[] =>
  items.map((other, at) => (at === index ? item : other));
export const removeAt = <T>(items: readonly T[], index: number): T[] =>
  items.filter((_, at) => at !== index);

/** The same list with an item one place further up. */
export const moveUp = <T>(items: readonly T[], index: number): T[] =>
  items.map((item, at) => {
    if (at === index - 1) return items[index] ?? item;
    return at === index ? (items[index - 1] ?? item) : item;
  });

export const newPackage = ({ packages }: PriceList[PoolKind]): TrafficPackageDto => ({
  gigabytes: Math.max(0, ...packages.map((offer) => offer.gigabytes)) + 1,
  validity_days: packages.at(-1)?.validity_days ?? 30,
  on_sale: false,
  overrides: [],
});

export const newPeriod = ({ periods }: AddressPricesDto): PeriodPriceDto | undefined => {
  const unused = PERIODS.find((minutes) =>
    periods.every(({ duration_minutes }) => duration_minutes !== minutes),
  );
  return unused && { duration_minutes: unused, on_sale: false, overrides: [] };
};

/** Messages of the server by path; those of a part of the list, and of everything inside. */
export const findErrors = (
  errors: Readonly<Record<string, string | string[]>>,
  path: string,
): string[] =>
  Object.entries(errors)
    .filter(([name]) => name === path || name.startsWith(`${path}.`))
    .flatMap(([, messages]) => messages);

export const EMPTY_LIST: PriceList = {
  residential: { packages: [], surcharge_percent: { region: 0, city: 0, isp: 0 } },
  mobile: { packages: [], surcharge_percent: { region: 0, city: 0, isp: 0 } },
  datacenter: { periods: [], tiers: [] },
  groups: [],
  customers: [],
};
