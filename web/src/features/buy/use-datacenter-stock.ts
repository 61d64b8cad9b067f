import { useQueries, useQuery } from '@tanstack/react-query';
import {
  getDataCenterPricingQueryOptions,
  priceQuote,
  useCatalog,
  useDataCenterInfo,
  useListCountries,
} from '@/api/generated/catalog';
import { useMemo } from 'react';
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

export interface StockedCountry {
  id: number;
  code: string;
  name: string;
  stock: number;
  protocols: readonly string[];
}

/** Countries in stock. */
export function useDatacenterStock() {
  const countries = useListCountries({ query: { staleTime: 300_000, meta } });
  const catalog = useCatalog(
    { type: DATACENTER_TYPE, duration: CATALOG_DURATION },
    { query: { meta } },
  );
  const stocked = useMemo<StockedCountry[]>(() => {
    const items = new Map(asList(catalog.data?.data).map((item) => [item.country_id, item]));
    return asList(countries.data?.data).flatMap(({ id, code, name }) => {
      const item = items.get(id);
      return item && item.quantity > 0
        ? [{ id, code, name, stock: item.quantity, protocols: item.protocols }]
        : [];
    });
  }, [countries.data, catalog.data]);
  return {
    stocked,
    isPending: countries.isPending || catalog.isPending,
    isError: countries.isError || catalog.isError,
    refetch: () => {
      void countries.refetch();
      void catalog.refetch();
    },
  };
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

/** Prices of one address in a country, by period; those that are not loaded or not on sale are left out. */
export type PeriodPrices = ReadonlyMap<DatacenterPeriod, number>;

/** The list prices of all countries and periods, which help to choose; nothing waits for them. */
export function useListPrices(): (code: string) => PeriodPrices {
  const lists = useQueries({
    queries: DATACENTER_PERIODS.map(({ value: duration }) =>
      getDataCenterPricingQueryOptions({ duration }, { query: { staleTime: 300_000, meta } }),
    ),
  });
  return (code) =>
    new Map(
      DATACENTER_PERIODS.flatMap(({ value }, index) => {
        const offer = asList(lists[index]?.data?.data.priceList).find((one) => one.code === code);
        return offer ? [[value, offer.price_per_unit] as const] : [];
      }),
    );
}

/** Whole percent that a period costs less than as many of the shortest one; 0 when it costs as much or more. */
export function toSaving(prices: PeriodPrices, period: DatacenterPeriod): number {
  const [shortest] = DATACENTER_PERIODS;
  const [price, base] = [prices.get(period), prices.get(shortest!.value)];
  if (price === undefined || base === undefined) return 0;
  return Math.max(0, Math.round((1 - price / ((base * period) / shortest!.value)) * 100));
}

/** Discounts by quantity, from the smallest order. */
export const useQuantityDiscounts = () =>
  asList(useDataCenterInfo({ query: { staleTime: 300_000, meta } }).data?.data.quantity_discounts);
