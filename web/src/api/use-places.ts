import { isRandom } from '@/lib/country';
import { asList } from '@/lib/list';
import type { ProxyLocation } from '@/lib/proxy-location';
import { placeOptions, specific, type Option } from '@/lib/proxy-options';
import { usePoolCities, usePoolCountries, usePoolIsps, usePoolRegions } from './generated/catalog';

export type PoolKind = 'residential' | 'mobile';

export interface PlaceLists {
  countries: Option[];
  regions: Option[];
  cities: Option[];
  isps: Option[];
  /** Which narrower lists the country has. */
  offers: { regions: boolean; cities: boolean; isps: boolean; asns: boolean };
  countriesLoading: boolean;
  loading: boolean;
  /** Says which list could not be loaded; null if none failed. */
  error: string | null;
  /** Loads the lists that failed again. */
  retry: () => void;
}

const HOME = 'ng';
/** Most customers are there. */
const homeFirst = <P extends { code: string }>(places: readonly P[] | undefined): P[] =>
  asList(places).toSorted((a, b) => Number(b.code === HOME) - Number(a.code === HOME));

// The screen shows the error.
const CACHE_OPTIONS = { staleTime: 300_000, meta: { quiet: true } };

/** Options of the location selects; each list loads once its parent is selected. */
export function usePlaces(kind: PoolKind, choice: ProxyLocation): PlaceLists {
  const chosen = !isRandom(choice.country);
  const region_code = specific(choice.region);
  const city_code = specific(choice.city);
  const within = { connection_type: kind, country_code: choice.country };

  const countries = usePoolCountries({ connection_type: kind }, { query: CACHE_OPTIONS });
  const country = asList(countries.data?.data).find(({ code }) => code === choice.country);
  const offers = {
    regions: chosen && country?.has_regions === true,
    cities: chosen && country?.has_cities === true,
    isps: chosen && country?.has_isps === true,
    asns: chosen && country?.has_asns === true,
  };
  const regions = usePoolRegions(within, { query: { ...CACHE_OPTIONS, enabled: offers.regions } });
  const cities = usePoolCities(
    { ...within, region_code },
    { query: { ...CACHE_OPTIONS, enabled: offers.cities } },
  );
  const isps = usePoolIsps(
    { ...within, region_code, city_code },
    { query: { ...CACHE_OPTIONS, enabled: offers.isps } },
  );

  const failed = [
    { query: countries, error: 'Countries could not be loaded' },
    { query: regions, error: 'Regions could not be loaded' },
    { query: cities, error: 'Cities could not be loaded' },
    { query: isps, error: 'ISPs could not be loaded' },
  ].filter(({ query }) => query.isError);

  return {
    countries: placeOptions(homeFirst(countries.data?.data)),
    regions: placeOptions(regions.data?.data),
    cities: placeOptions(cities.data?.data),
    isps: placeOptions(isps.data?.data),
    offers,
    countriesLoading: countries.isLoading,
    loading: countries.isLoading || regions.isLoading || cities.isLoading || isps.isLoading,
    error: failed[0]?.error ?? null,
    retry: () => failed.forEach(({ query }) => void query.refetch()),
  };
}
