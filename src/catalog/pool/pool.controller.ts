import { Envelope, ApiErrors } from '../../common/http/api.decorators';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../../common/security/access.decorators';
import { CatalogService } from '../catalog.service';
import { POOL_KINDS, type LocationFilter } from '../catalog.types';
import {
  PoolPlaceQuery,
  PoolPricingQuery,
  PoolQuery,
  PlaceResponse,
  PoolCountryResponse,
  toPlacesResponse,
  toPoolCountries,
} from './pool.dto';
import { PoolPricingData, toPoolPricingResponse } from '../prices/prices.dto';
import { PricingService } from '../prices/pricing.service';

const toKind = (query: PoolQuery) => query.connection_type ?? POOL_KINDS[0];

const toFilter = (query: PoolPlaceQuery): LocationFilter => ({
  country: query.country_code,
  region: query.region_code,
  city: query.city_code,
});

@ApiTags('Catalog')
@ApiErrors({ 422: 'A code has an invalid format.' })
@Controller('pool')
export class PoolController {
  constructor(
    private readonly catalog: CatalogService,
    private readonly pricing: PricingService,
  ) {}

  /** Countries of residential or mobile exits. `zz` (random) is always available too. */
  @Get('countries')
  @Public()
  @Envelope({ name: 'PoolCountries' })
  async poolCountries(@Query() query: PoolQuery): Promise<PoolCountryResponse[]> {
    return toPoolCountries(await this.catalog.listPoolCountries(toKind(query)));
  }

  /** Regions of a country; empty for an unknown one and for `zz`. */
  @Get('regions')
  @Public()
  @Envelope({
    name: 'Places',
    description: 'Sorted by name; empty when the pool has no such places there.',
  })
  async poolRegions(@Query() query: PoolPlaceQuery): Promise<PlaceResponse[]> {
    return toPlacesResponse(await this.catalog.listPoolRegions(toKind(query), toFilter(query)));
  }

  /** Cities of a country, or of one of its regions. */
  @Get('cities')
  @Public()
  @Envelope({
    name: 'Places',
    description: 'Sorted by name; empty when the pool has no such places there.',
  })
  async poolCities(@Query() query: PoolPlaceQuery): Promise<PlaceResponse[]> {
    return toPlacesResponse(await this.catalog.listPoolCities(toKind(query), toFilter(query)));
  }

  /** ISPs of a country, region or city. */
  @Get('isps')
  @Public()
  @Envelope({
    name: 'Places',
    description: 'Sorted by name; empty when the pool has no such places there.',
  })
  async poolIsps(@Query() query: PoolPlaceQuery): Promise<PlaceResponse[]> {
    return toPlacesResponse(await this.catalog.listPoolIsps(toKind(query), toFilter(query)));
  }

  /** Traffic packages of a pool on sale in a country, with their price in naira. */
  @Get('pricing')
  @Public()
  async poolPricing(@Query() query: PoolPricingQuery): Promise<PoolPricingData> {
    return toPoolPricingResponse(
      await this.pricing.listTrafficPackages(toKind(query), query.country_code),
    );
  }
}
