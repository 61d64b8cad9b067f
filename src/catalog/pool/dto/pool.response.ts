import type { CatalogLocation, PoolCountry } from '../../catalog.types';

export class PlaceResponse {
  /** Code to use in a purchase. @example lagos */
  code: string;
  /** @example Lagos */
  name: string;
}

export class PoolCountryResponse {
  /** Two-letter code, lower case. @example ng */
  code: string;
  /** @example Nigeria */
  name: string;
  /** Whether a region can be chosen there. */
  has_regions: boolean;
  /** Whether a city can be chosen there. */
  has_cities: boolean;
  /** Whether an ISP can be chosen there. */
  has_isps: boolean;
}

export const toPlacesResponse = (places: CatalogLocation[]): PlaceResponse[] =>
  places.map(({ code, name }) => ({ code, name }));

export const toPoolCountries = (countries: PoolCountry[]): PoolCountryResponse[] =>
  countries.map(({ code, name, hasRegions, hasCities, hasIsps }) => ({
    code,
    name,
    has_regions: hasRegions,
    has_cities: hasCities,
    has_isps: hasIsps,
  }));
