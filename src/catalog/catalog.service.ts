import { Injectable } from '@nestjs/common';
import { countryRequired, locationNotOffered, unknownCountry } from './catalog.errors';
import {
  RANDOM_LOCATION,
  type CatalogLocation,
  type DatacenterCountry,
  type LocationFilter,
  type PoolCountry,
  type PoolKind,
  type PoolOffer,
  type TargetingRequest,
} from './catalog.types';
import { EndpointService } from './exits/endpoint.service';
import { toPriceBook } from './prices/price-book';
import { LocationRepository, type TargetingMatch } from './locations/location.repository';

/** Locations on sale, derived from the enabled exits and networks so that nothing undeliverable is offered. */
@Injectable()
export class CatalogService {
  constructor(
    private readonly locations: LocationRepository,
    private readonly endpoints: EndpointService,
  ) {}

  listDatacenterCountries(): Promise<DatacenterCountry[]> {
    return this.locations.findDatacenterCountries();
  }

  /** @throws DomainError invalid when the country has no datacenter. */
  async getCountry(id: number): Promise<DatacenterCountry> {
    const country = await this.locations.findDatacenterCountry(id);
    if (!country) throw unknownCountry();
    return country;
  }

  listPoolCountries(kind: PoolKind): Promise<PoolCountry[]> {
    return this.locations.findPoolCountries(kind);
  }

  listPoolRegions(kind: PoolKind, filter: LocationFilter): Promise<CatalogLocation[]> {
    return this.locations.findPoolRegions(kind, filter);
  }

  listPoolCities(kind: PoolKind, filter: LocationFilter): Promise<CatalogLocation[]> {
    return this.locations.findPoolCities(kind, filter);
  }

  listPoolIsps(kind: PoolKind, filter: LocationFilter): Promise<CatalogLocation[]> {
    return this.locations.findPoolIsps(kind, filter);
  }

  /** Countries whose code is the text or whose name contains it, in either case. */
  searchCountryCodes(text: string): Promise<string[]> {
    return this.locations.searchCountryCodes(text);
  }

  /**
   * Checks that an enabled exit or network matches the requested location.
   * @throws DomainError invalid naming the first field without a match.
   */
  async resolveTargeting(kind: PoolKind, request: TargetingRequest): Promise<TargetingRequest> {
    assertCountryForPlaces(request);
    return toTargeting(request, await this.locations.matchTargeting(kind, request));
  }

  /**
   * As `resolveTargeting`, with the name of the location and the prices in force.
   * @throws DomainError as `resolveTargeting`.
   */
  async getPoolOffer(kind: PoolKind, request: TargetingRequest): Promise<PoolOffer> {
    assertCountryForPlaces(request);
    const offer = await this.locations.findPoolOffer(kind, request, this.endpoints.preferred);
    const { match, countryName, book, endpoint } = offer;
    const targeting = toTargeting(request, match);
    // Only of places on sale: what a request names is not bounded.
    this.endpoints.rememberForPool(kind, targeting.country, endpoint);
    return {
      targeting,
      locationName: toLocationName(request.country, countryName),
      book: toPriceBook(book),
    };
  }
}

/** "Nigeria" for `ng`, "Random location" for `zz`; an unknown code is returned in upper case. */
const toLocationName = (code: string, name: string | null): string =>
  code === RANDOM_LOCATION ? 'Random location' : (name ?? code.toUpperCase());

function assertCountryForPlaces({ country, region, city }: TargetingRequest): void {
  if (country !== RANDOM_LOCATION) return;
  if (region !== null) throw countryRequired('region');
  if (city !== null) throw countryRequired('city');
}

/** @throws DomainError invalid naming the first field without a match. */
function toTargeting(
  { country, region, city, isp }: TargetingRequest,
  match: TargetingMatch,
): TargetingRequest {
  if (!match.country) throw locationNotOffered('country');
  if (!match.region) throw locationNotOffered('region');
  if (!match.city) throw locationNotOffered('city');
  if (!match.isp) throw locationNotOffered('isp');
  return { country, region, city, isp };
}
