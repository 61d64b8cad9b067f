import { Envelope, ApiErrors } from '../common/http/api.decorators';
import { Controller, Get, Query, Body, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../common/security/access.decorators';
import { OFFERED_PROTOCOLS, POOL_KINDS } from './catalog.types';
import {
  CatalogQuery,
  CatalogItemResponse,
  DatacenterCountryResponse,
  DatacenterInfoData,
  toDatacenterInfo,
  PoolPlaceQuery,
  PoolPricingQuery,
  PoolQuery,
  PlaceResponse,
  PoolCountryResponse,
  PoolPricingData,
  DatacenterPricingQuery,
  DatacenterPricingData,
  PriceQuoteDto,
  ExchangeRateData,
  PriceQuoteData,
  PricingInfoData,
  toPriceQuoteResponse,
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
    const offers = await this.pricing.listDatacenterOffers(query.duration);
    return offers.map(({ country_id, quantity }) => ({
      ...{ country_id, quantity, protocols: [...OFFERED_PROTOCOLS] },
    }));
  }
}

@ApiTags('Catalog')
@Controller()
export class DatacenterController {
  constructor(
    private readonly catalog: CatalogService,
    private readonly pricing: PricingService,
  ) {}

  /** Countries with datacenter addresses, including those that are out of stock. */
  @Get('countries')
  @Public()
  @Envelope({ name: 'DatacenterCountries' })
  listCountries(): Promise<DatacenterCountryResponse[]> {
    return this.catalog.listDatacenterCountries();
  }

  /** Periods, protocols and limits of datacenter proxies. */
  @Get('data-center-info')
  @Public()
  async dataCenterInfo(): Promise<DatacenterInfoData> {
    return toDatacenterInfo(await this.pricing.listQuantityDiscounts());
  }
}

const toKind = (query: PoolQuery) => query.connection_type ?? POOL_KINDS[0];

const Places = () =>
  Envelope({
    name: 'Places',
    description: 'Sorted by name; empty when the pool has no such places there.',
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
  poolCountries(@Query() query: PoolQuery): Promise<PoolCountryResponse[]> {
    return this.catalog.listPoolCountries(toKind(query));
  }

  /** Regions of a country; empty for an unknown one and for `zz`. */
  @Get('regions')
  @Public()
  @Places()
  poolRegions(@Query() query: PoolPlaceQuery): Promise<PlaceResponse[]> {
    return this.catalog.listPoolPlaces('region', query);
  }

  /** Cities of a country, or of one of its regions. */
  @Get('cities')
  @Public()
  @Places()
  poolCities(@Query() query: PoolPlaceQuery): Promise<PlaceResponse[]> {
    return this.catalog.listPoolPlaces('city', query);
  }

  /** ISPs of a country, region or city. */
  @Get('isps')
  @Public()
  @Places()
  poolIsps(@Query() query: PoolPlaceQuery): Promise<PlaceResponse[]> {
    return this.catalog.listPoolPlaces('isp', query);
  }

  /** Traffic packages of a pool on sale in a country, with their price in naira. */
  @Get('pricing')
  @Public()
  async poolPricing(@Query() query: PoolPricingQuery): Promise<PoolPricingData> {
    const { country_code } = query;
    return { priceList: await this.pricing.listTrafficPackages(toKind(query), country_code) };
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
    return { priceList: await this.pricing.listDatacenterOffers(query.duration) };
  }

  /** Exchange rate and markup behind the prices, and the limits of a top-up. */
  @Get('pricing-info')
  @Public()
  pricingInfo(): Promise<PricingInfoData> {
    return this.pricing.getTerms();
  }

  /** Current exchange rate: naira for one US dollar. */
  @Get('exchange-rate')
  @Public()
  async exchangeRate(): Promise<ExchangeRateData> {
    return { exchange_rate: (await this.pricing.getTerms()).exchange_rate };
  }
}
