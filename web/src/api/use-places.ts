import { isRandom } from '@/lib/country';
import { asList } from '@/lib/list';
import type { ProxyLocation } from '@/lib/proxy-location';
import { placeOptions, specific, type Option } from '@/lib/proxy-options';
import {
  usePoolCities,
  usePoolCountries,
  usePoolIsps,
  usePoolRegions,
} from './generated/hooks/catalog/catalog';

export type PoolKind = 'residential' | 'mobile';

export interface PlaceLists {
  countries: Option[];
  regions: Option[];
  cities: Option[];
  isps: Option[];
  /** Which narrower lists the country has. */
  offers: { regions: boolean; cities: boolean; isps: boolean };
  countriesLoading: boolean;
  loading: boolean;
}

const CACHE_OPTIONS = { staleTime: 300_000 };

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

  return {
    countries: placeOptions(countries.data?.data),
    regions: placeOptions(regions.data?.data),
    cities: placeOptions(cities.data?.data),
    isps: placeOptions(isps.data?.data),
    offers,
    countriesLoading: countries.isLoading,
    loading: countries.isLoading || regions.isLoading || cities.isLoading || isps.isLoading,
  };
}
