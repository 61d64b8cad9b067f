import { Injectable } from '@nestjs/common';
import { countryFirst, placeNotOffered, unknownCountry } from './catalog.errors';
import {
  RANDOM_LOCATION,
  type CatalogPlace,
  type DatacenterCountry,
  type PlaceFilter,
  type PoolCountry,
  type PoolKind,
  type TargetingRequest,
} from './catalog.types';
import { LocationRepository } from './location.repository';

/** Where proxies can be had. Derived from the enabled exits, so nothing undeliverable is offered. */
@Injectable()
export class CatalogService {
  constructor(private readonly locations: LocationRepository) {}

  datacenterCountries(): Promise<DatacenterCountry[]> {
    return this.locations.datacenterCountries();
  }

  /** @throws DomainError invalid when we have no datacenter there. */
  async countryById(id: number): Promise<DatacenterCountry> {
    const country = await this.locations.datacenterCountryById(id);
    if (!country) throw unknownCountry();
    return country;
  }

  poolCountries(kind: PoolKind): Promise<PoolCountry[]> {
    return this.locations.poolCountries(kind);
  }

  poolRegions(kind: PoolKind, filter: PlaceFilter): Promise<CatalogPlace[]> {
    return this.locations.poolRegions(kind, filter);
  }

  poolCities(kind: PoolKind, filter: PlaceFilter): Promise<CatalogPlace[]> {
    return this.locations.poolCities(kind, filter);
  }

  poolIsps(kind: PoolKind, filter: PlaceFilter): Promise<CatalogPlace[]> {
    return this.locations.poolIsps(kind, filter);
  }

  /** "Nigeria" for `ng`, "Random location" for `zz`; an unknown code stands for itself. */
  async placeName(code: string): Promise<string> {
    if (code === RANDOM_LOCATION) return 'Random location';
    return (await this.locations.countryName(code)) ?? code.toUpperCase();
  }

  /** Countries whose code is the text or whose name contains it, in either case. */
  countryCodesLike(text: string): Promise<string[]> {
    return this.locations.countryCodesLike(text);
  }

  /**
   * Accepts a wish only when an enabled exit meets it.
   * @throws DomainError invalid naming the first part that none does.
   */
  async resolveTargeting(kind: PoolKind, wish: TargetingRequest): Promise<TargetingRequest> {
    const { country, region, city, isp } = wish;
    if (country === RANDOM_LOCATION) {
      if (region !== null) throw countryFirst('region');
      if (city !== null) throw countryFirst('city');
    }
    const match = await this.locations.match(kind, wish);
    if (!match.country) throw placeNotOffered('country');
    if (!match.region) throw placeNotOffered('region');
    if (!match.city) throw placeNotOffered('city');
    if (!match.isp) throw placeNotOffered('isp');
    return { country, region, city, isp };
  }
}
