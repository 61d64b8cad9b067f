import { Injectable } from '@nestjs/common';
import { countryRequired, locationNotOffered, unknownCountry } from './catalog.errors';
import {
  RANDOM_LOCATION,
  type CatalogLocation,
  type DatacenterCountry,
  type LocationFilter,
  type PoolCountry,
  type PoolKind,
  type TargetingRequest,
} from './catalog.types';
import { LocationRepository } from './locations/location.repository';

/** Locations on sale, derived from the enabled exits so that nothing undeliverable is offered. */
@Injectable()
export class CatalogService {
  constructor(private readonly locations: LocationRepository) {}

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

  /** "Nigeria" for `ng`, "Random location" for `zz`; an unknown code is returned in upper case. */
  async getLocationName(code: string): Promise<string> {
    if (code === RANDOM_LOCATION) return 'Random location';
    return (await this.locations.findCountryName(code)) ?? code.toUpperCase();
  }

  /** Countries whose code is the text or whose name contains it, in either case. */
  searchCountryCodes(text: string): Promise<string[]> {
    return this.locations.searchCountryCodes(text);
  }

  /**
   * Checks that an enabled exit matches the requested location.
   * @throws DomainError invalid naming the first field without a match.
   */
  async resolveTargeting(kind: PoolKind, request: TargetingRequest): Promise<TargetingRequest> {
    const { country, region, city, isp } = request;
    if (country === RANDOM_LOCATION) {
      if (region !== null) throw countryRequired('region');
      if (city !== null) throw countryRequired('city');
    }
    const match = await this.locations.matchTargeting(kind, request);
    if (!match.country) throw locationNotOffered('country');
    if (!match.region) throw locationNotOffered('region');
    if (!match.city) throw locationNotOffered('city');
    if (!match.isp) throw locationNotOffered('isp');
    return { country, region, city, isp };
  }
}
