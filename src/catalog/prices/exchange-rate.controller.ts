import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../../common/security/authenticated.decorator';
import { ExchangeRateResponse, toExchangeRateResponse } from './dto/pricing.response';
import { PricingService } from './pricing.service';

@ApiTags('Catalog')
@Controller('exchange-rate')
export class ExchangeRateController {
  constructor(private readonly pricing: PricingService) {}

  /** Current exchange rate: naira for one US dollar. */
  @Get()
  @Public()
  async exchangeRate(): Promise<ExchangeRateResponse> {
    return toExchangeRateResponse(await this.pricing.getTerms());
  }
}
