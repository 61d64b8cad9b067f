import { Envelope, ApiErrors } from '../common/http/api.decorators';
import { Controller, Get, Query, Body, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../common/security/access.decorators';
import { DATACENTER_PERIODS, POOL_KINDS, type LocationFilter } from './catalog.types';
import {
  CatalogQuery,
  CatalogItemResponse,
  toCatalogResponse,
  DatacenterCountryResponse,
  toDatacenterCountries,
  DatacenterInfoData,
  toDatacenterInfo,
  PoolPlaceQuery,
  PoolPricingQuery,
  PoolQuery,
  PlaceResponse,
  PoolCountryResponse,
  toPlacesResponse,
  toPoolCountries,
  PoolPricingData,
  toPoolPricingResponse,
  DatacenterPricingQuery,
  DatacenterPricingData,
  toDatacenterPricing,
  PriceQuoteDto,
  ExchangeRateData,
  PriceQuoteData,
  PricingInfoData,
  toExchangeRateResponse,
  toPriceQuoteResponse,
  toPricingInfoResponse,
} from './catalog.dto';
import { PricingService } from './prices/pricing.service';
import { CatalogService } from './catalog.service';

@ApiTags('Catalog')
@Controller('catalog')
export class CatalogController {
  constructor(private readonly pricing: PricingService) {}

  /** Available datacenter addresses per country; countries without stock are omitted. */
  @Get()
  @Public()
  @ApiErrors({ 422: 'Unknown type or period.' })
  @Envelope({ name: 'Catalog', description: 'Only countries with stock.' })
  async catalog(@Query() query: CatalogQuery): Promise<CatalogItemResponse[]> {
    return toCatalogResponse(
      await this.pricing.listDatacenterOffers(query.duration ?? DATACENTER_PERIODS[0]),
    );
  }
}

@ApiTags('Catalog')
@Controller()
export class DatacenterController {
  constructor(private readonly catalog: CatalogService) {}

  /** Countries with datacenter addresses, including those that are out of stock. */
  @Get('countries')
  @Public()
  @Envelope({ name: 'DatacenterCountries' })
  async listCountries(): Promise<DatacenterCountryResponse[]> {
    return toDatacenterCountries(await this.catalog.listDatacenterCountries());
  }

  /** Periods, protocols and limits of datacenter proxies. */
  @Get('data-center-info')
  @Public()
  dataCenterInfo(): DatacenterInfoData {
    return toDatacenterInfo();
  }
}

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

@ApiTags('Catalog')
@Controller()
export class PricingController {
  constructor(private readonly pricing: PricingService) {}

  /** The price of one datacenter address for a period, in naira. */
  @Post('pricing')
  @HttpCode(200)
  @Public()
  @ApiErrors({ 422: 'No datacenter in that country, or a period that is not sold.' })
  async priceQuote(@Body() body: PriceQuoteDto): Promise<PriceQuoteData> {
    return toPriceQuoteResponse(
      await this.pricing.quoteDatacenter(body.country_id, body.duration_minutes),
    );
  }

  /** Price of one datacenter address in every country with stock, in naira. */
  @Get('data-center-pricing')
  @Public()
  @ApiErrors({ 422: 'A period that is not sold.' })
  async dataCenterPricing(@Query() query: DatacenterPricingQuery): Promise<DatacenterPricingData> {
    return toDatacenterPricing(
      await this.pricing.listDatacenterOffers(query.duration ?? DATACENTER_PERIODS[0]),
    );
  }

  /** Exchange rate and markup behind the prices, and the limits of a top-up. */
  @Get('pricing-info')
  @Public()
  async pricingInfo(): Promise<PricingInfoData> {
    return toPricingInfoResponse(await this.pricing.getTerms());
  }

  /** Current exchange rate: naira for one US dollar. */
  @Get('exchange-rate')
  @Public()
  async exchangeRate(): Promise<ExchangeRateData> {
    return toExchangeRateResponse(await this.pricing.getTerms());
  }
}
