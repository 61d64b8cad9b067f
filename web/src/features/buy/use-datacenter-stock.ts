import { useQueries, useQuery } from '@tanstack/react-query';
import {
  getDataCenterPricingQueryOptions,
  priceQuote,
  useCatalog,
  useDataCenterInfo,
  useListCountries,
} from '@/api/generated/catalog';
import { asList } from '@/lib/list';
import { DATACENTER_PERIODS, type DatacenterPeriod } from '@/lib/proxy-options';

export const DATACENTER_TYPE = 'individual_ipv4';
const CATALOG_DURATION = 43_200;
// The form shows the error.
const meta = { quiet: true };
/** First part of the keys of all prices of one address. */
export const UNIT_PRICE_QUERY = 'priceQuote';
/** Maximum quantity while the stock is unknown. */
export const UNKNOWN_STOCK_MAX = 1000;

/** List prices of one address in a country, shortest period first, without periods that are not on sale. */
export type PeriodPrices = ReadonlyMap<DatacenterPeriod, number>;

export interface DatacenterCountry {
  id: number;
  code: string;
  name: string;
  /** Addresses that are free for the whole period. */
  stock: number;
  protocols: readonly string[];
  prices: PeriodPrices;
}

/** Countries with datacenter addresses, those in stock first, and the discounts by quantity. */
export function useDatacenterStock(period: DatacenterPeriod) {
  const countries = useListCountries({ query: { staleTime: 300_000, meta } });
  const info = useDataCenterInfo({ query: { staleTime: 300_000, meta } });
  const catalog = useCatalog(
    { type: DATACENTER_TYPE, duration: CATALOG_DURATION },
    { query: { meta } },
  );
  // They help to choose; nothing waits for them.
  const offers = useQueries({
    queries: DATACENTER_PERIODS.map(({ value: duration }) =>
      getDataCenterPricingQueryOptions({ duration }, { query: { meta } }),
    ),
    combine: (lists) =>
      lists.flatMap(({ data }, index) => {
        const byCountry = asList(data?.data.priceList).map((offer) => [offer.code, offer] as const);
        return data ? [{ period: DATACENTER_PERIODS[index]!.value, of: new Map(byCountry) }] : [];
      }),
  });
  const items = new Map(asList(catalog.data?.data).map((item) => [item.country_id, item]));
  const inPeriod = offers.find((list) => list.period === period);
  const listed = asList(countries.data?.data).map(({ id, code, name }): DatacenterCountry => {
    const item = items.get(id);
    return {
      ...{ id, code, name },
      // The catalogue counts what lasts for 30 days.
      stock: (inPeriod ? inPeriod.of.get(code)?.quantity : item?.quantity) ?? 0,
      protocols: item?.protocols ?? asList(info.data?.data.protocols),
      prices: new Map(
        offers.flatMap((list) => {
          const price = list.of.get(code)?.price_per_unit;
          return price === undefined ? [] : [[list.period, price]];
        }),
      ),
    };
  });
  return {
    countries: listed.toSorted((a, b) => Number(b.stock > 0) - Number(a.stock > 0)),
    discounts: asList(info.data?.data.quantity_discounts),
    isPending: countries.isPending || catalog.isPending,
    isError: countries.isError || catalog.isError,
    refetch: () => {
      void countries.refetch();
      void catalog.refetch();
    },
  };
}

/** Whole percent that a period costs less per day than the shortest one on sale; 0 when it does not cost less. */
export function toSaving(prices: PeriodPrices, period: DatacenterPeriod): number {
  const [shortest] = prices;
  const price = prices.get(period);
  if (price === undefined || !shortest) return 0;
  const [days, base] = shortest;
  return Math.max(0, Math.round((1 - price / ((base * period) / days)) * 100));
}

/**
 * Whole naira for one address; null until quoted. The POST has no side effects, so it is used as a
 * query.
 */
export function useUnitPrice(country_id: number | undefined, duration_minutes: DatacenterPeriod) {
  const quote = useQuery({
    queryKey: [UNIT_PRICE_QUERY, country_id, duration_minutes],
    queryFn: ({ signal }) =>
      priceQuote(
        { country_id: country_id ?? 0, duration_minutes, proxy_type: DATACENTER_TYPE },
        { signal },
      ),
    enabled: country_id !== undefined,
    staleTime: 30_000,
    meta: { fallback: 'The price could not be loaded. Please try again.' },
  });
  return { price: quote.data?.data.price_per_unit ?? null, isLoading: quote.isLoading };
}
