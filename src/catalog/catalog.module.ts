import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.module';
import { CatalogController } from './catalog.controller';
import { CatalogService } from './catalog.service';
import { LocationRepository } from './location.repository';
import { PoolController } from './pool.controller';
import { PriceRepository } from './price.repository';
import { PricingService } from './pricing.service';
import { StockRepository } from './stock.repository';
import { StockService } from './stock.service';

@Module({
  imports: [SettingsModule],
  controllers: [CatalogController, PoolController],
  providers: [
    CatalogService,
    LocationRepository,
    PriceRepository,
    PricingService,
    StockRepository,
    StockService,
  ],
  exports: [CatalogService, PricingService, StockService],
})
export class CatalogModule {}
