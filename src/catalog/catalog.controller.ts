import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../common/http/api-errors.decorator';
import { Public } from '../common/security/authenticated.decorator';
import { CatalogService } from './catalog.service';
import { DATACENTER_PERIODS } from './catalog.types';
import { CatalogQuery, PriceQuoteDto } from './dto/datacenter.query.dto';
import {
  CatalogResponse,
  DatacenterCountriesResponse,
  DatacenterInfoResponse,
  toCatalogResponse,
  toDatacenterCountries,
  toDatacenterInfo,
} from './datacenter/dto/datacenter.response';
import {
  ExchangeRateResponse,
  PriceQuoteResponse,
  PricingInfoResponse,
  toExchangeRateResponse,
  toPriceQuoteResponse,
  toPricingInfoResponse,
} from './prices/dto/pricing.response';
import { PricingService } from './prices/pricing.service';
import { StockService } from './stock/stock.service';

@ApiTags('Catalog')
@Controller()
export class CatalogController {
  constructor(
    private readonly catalogService: CatalogService,
    private readonly pricing: PricingService,
    private readonly stock: StockService,
  ) {}

  /** Naira for one US dollar, as prices are made with right now. */
  @Get('exchange-rate')
  @Public()
  async exchangeRate(): Promise<ExchangeRateResponse> {
    return toExchangeRateResponse(await this.pricing.getTerms());
  }

  /** What prices are made with, and the bounds of a top-up. */
  @Get('pricing-info')
  @Public()
  async pricingInfo(): Promise<PricingInfoResponse> {
    return toPricingInfoResponse(await this.pricing.getTerms());
  }

  /** Countries with datacenter addresses of ours, whether or not any is free now. */
  @Get('countries')
  @Public()
  async listCountries(): Promise<DatacenterCountriesResponse> {
    return toDatacenterCountries(await this.catalogService.datacenterCountries());
  }

  /** Periods, protocols and limits of datacenter proxies. */
  @Get('data-center-info')
  @Public()
  dataCenterInfo(): DatacenterInfoResponse {
    return toDatacenterInfo();
  }

  /** Free datacenter addresses per country; countries without any are left out. */
  @Get('catalog')
  @Public()
  @ApiErrors({ 422: 'Unknown type or period.' })
  async catalog(@Query() query: CatalogQuery): Promise<CatalogResponse> {
    return toCatalogResponse(
      await this.stock.countAvailable(query.duration ?? DATACENTER_PERIODS[0]),
    );
  }

  /** The price of one datacenter address for a period, in naira. */
  @Post('pricing')
  @HttpCode(200)
  @Public()
  @ApiErrors({ 422: 'No datacenter in that country, or a period that is not sold.' })
  async priceQuote(@Body() body: PriceQuoteDto): Promise<PriceQuoteResponse> {
    return toPriceQuoteResponse(
      await this.pricing.quoteDatacenter(body.country_id, body.duration_minutes),
    );
  }
}
