import { Envelope, ApiErrors } from '../common/http/api.decorators';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../common/security/access.decorators';
import { DATACENTER_PERIODS } from './catalog.types';
import { CatalogQuery, CatalogItemResponse, toCatalogResponse } from './stock/stock.dto';
import { PricingService } from './prices/pricing.service';

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
