import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../../common/http/api.decorators';
import { Public } from '../../common/security/access.decorators';
import { DATACENTER_PERIODS } from '../catalog.types';
import {
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
} from './prices.dto';
import { PricingService } from './pricing.service';

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
