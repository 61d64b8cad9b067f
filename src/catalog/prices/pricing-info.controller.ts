import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../../common/security/authenticated.decorator';
import { PricingInfoResponse, toPricingInfoResponse } from './dto/pricing.response';
import { PricingService } from './pricing.service';

@ApiTags('Catalog')
@Controller('pricing-info')
export class PricingInfoController {
  constructor(private readonly pricing: PricingService) {}

  /** Exchange rate and markup behind the prices, and the limits of a top-up. */
  @Get()
  @Public()
  async pricingInfo(): Promise<PricingInfoResponse> {
    return toPricingInfoResponse(await this.pricing.getTerms());
  }
}
