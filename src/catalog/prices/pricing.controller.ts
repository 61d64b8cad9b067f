import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../../common/http/api-errors.decorator';
import { Public } from '../../common/security/authenticated.decorator';
import { PriceQuoteDto } from './dto/price-quote.dto';
import { PriceQuoteResponse, toPriceQuoteResponse } from './dto/pricing.response';
import { PricingService } from './pricing.service';

@ApiTags('Catalog')
@Controller('pricing')
export class PricingController {
  constructor(private readonly pricing: PricingService) {}

  /** The price of one datacenter address for a period, in naira. */
  @Post()
  @HttpCode(200)
  @Public()
  @ApiErrors({ 422: 'No datacenter in that country, or a period that is not sold.' })
  async priceQuote(@Body() body: PriceQuoteDto): Promise<PriceQuoteResponse> {
    return toPriceQuoteResponse(
      await this.pricing.quoteDatacenter(body.country_id, body.duration_minutes),
    );
  }
}
