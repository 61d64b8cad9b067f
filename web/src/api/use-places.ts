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
  /** Which of the narrower choices the country offers at all. */
  offers: { regions: boolean; cities: boolean; isps: boolean };
  countriesLoading: boolean;
  loading: boolean;
}

const kept = { staleTime: 300_000 };

/** The options under a choice of place: each list is asked for as soon as what it depends on is chosen. */
export function usePlaces(kind: PoolKind, choice: ProxyLocation): PlaceLists {
  const chosen = !isRandom(choice.country);
  const region_code = specific(choice.region);
  const city_code = specific(choice.city);
  const within = { connection_type: kind, country_code: choice.country };

  const countries = usePoolCountries({ connection_type: kind }, { query: kept });
  const country = asList(countries.data?.data).find(({ code }) => code === choice.country);
  const offers = {
    regions: chosen && country?.has_regions === true,
    cities: chosen && country?.has_cities === true,
    isps: chosen && country?.has_isps === true,
  };
  const regions = usePoolRegions(within, { query: { ...kept, enabled: offers.regions } });
  const cities = usePoolCities(
    { ...within, region_code },
    { query: { ...kept, enabled: offers.cities } },
  );
  const isps = usePoolIsps(
    { ...within, region_code, city_code },
    { query: { ...kept, enabled: offers.isps } },
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
