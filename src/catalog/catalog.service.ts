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

/** Where proxies can be had. Derived from the enabled exits, so nothing undeliverable is offered. */
@Injectable()
export class CatalogService {
  constructor(private readonly locations: LocationRepository) {}

  datacenterCountries(): Promise<DatacenterCountry[]> {
    return this.locations.datacenterCountries();
  }

  /** @throws DomainError invalid when we have no datacenter there. */
  async getCountry(id: number): Promise<DatacenterCountry> {
    const country = await this.locations.findDatacenterCountry(id);
    if (!country) throw unknownCountry();
    return country;
  }

  poolCountries(kind: PoolKind): Promise<PoolCountry[]> {
    return this.locations.poolCountries(kind);
  }

  poolRegions(kind: PoolKind, filter: LocationFilter): Promise<CatalogLocation[]> {
    return this.locations.poolRegions(kind, filter);
  }

  poolCities(kind: PoolKind, filter: LocationFilter): Promise<CatalogLocation[]> {
    return this.locations.poolCities(kind, filter);
  }

  poolIsps(kind: PoolKind, filter: LocationFilter): Promise<CatalogLocation[]> {
    return this.locations.poolIsps(kind, filter);
  }

  /** "Nigeria" for `ng`, "Random location" for `zz`; an unknown code stands for itself. */
  async getLocationName(code: string): Promise<string> {
    if (code === RANDOM_LOCATION) return 'Random location';
    return (await this.locations.findCountryName(code)) ?? code.toUpperCase();
  }

  /** Countries whose code is the text or whose name contains it, in either case. */
  searchCountryCodes(text: string): Promise<string[]> {
    return this.locations.searchCountryCodes(text);
  }

  /**
   * Accepts a wish only when an enabled exit meets it.
   * @throws DomainError invalid naming the first part that none does.
   */
  async resolveTargeting(kind: PoolKind, wish: TargetingRequest): Promise<TargetingRequest> {
    const { country, region, city, isp } = wish;
    if (country === RANDOM_LOCATION) {
      if (region !== null) throw countryRequired('region');
      if (city !== null) throw countryRequired('city');
    }
    const match = await this.locations.matchTargeting(kind, wish);
    if (!match.country) throw locationNotOffered('country');
    if (!match.region) throw locationNotOffered('region');
    if (!match.city) throw locationNotOffered('city');
    if (!match.isp) throw locationNotOffered('isp');
    return { country, region, city, isp };
  }
}
