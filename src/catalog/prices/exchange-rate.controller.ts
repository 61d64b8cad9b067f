import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../../common/security/authenticated.decorator';
import { ExchangeRateResponse, toExchangeRateResponse } from './dto/pricing.response';
import { PricingService } from './pricing.service';

@ApiTags('Catalog')
@Controller('exchange-rate')
export class ExchangeRateController {
  constructor(private readonly pricing: PricingService) {}

  /** Naira for one US dollar, as prices are made with right now. */
  @Get()
  @Public()
  async exchangeRate(): Promise<ExchangeRateResponse> {
    return toExchangeRateResponse(await this.pricing.getTerms());
  }
}
