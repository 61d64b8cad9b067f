import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SettingsModule } from '../settings/settings.module';
import { CatalogController } from './catalog.controller';
import { CatalogService } from './catalog.service';
import { LocationRepository } from './location.repository';
import { PoolController } from './pool.controller';
import { PriceRepository } from './price.repository';
import { PricingService } from './pricing.service';
import { StockRepository } from './stock.repository';
import { StockService } from './stock.service';
import { CatalogCountry } from './catalog-country.entity';
import { ExitNode } from './exit-node.entity';
import { PeriodPrice } from './period-price.entity';
import { StockUnit } from './stock-unit.entity';
import { TrafficPrice } from './traffic-price.entity';

@Module({
  imports: [
    TypeOrmModule.forFeature([CatalogCountry, ExitNode, PeriodPrice, StockUnit, TrafficPrice]),
    SettingsModule,
  ],
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
