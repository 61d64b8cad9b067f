import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SettingsModule } from '../settings/settings.module';
import { CatalogController } from './catalog.controller';
import { CatalogService } from './catalog.service';
import { LocationRepository } from './locations/location.repository';
import { PoolController } from './pool/pool.controller';
import { PriceRepository } from './prices/price.repository';
import { PricingService } from './prices/pricing.service';
import { StockRepository } from './stock/stock.repository';
import { StockService } from './stock/stock.service';
import { CatalogCountry } from './locations/catalog-country.entity';
import { ExitNode } from './exits/exit-node.entity';
import { PeriodPrice } from './prices/period-price.entity';
import { StockUnit } from './stock/stock-unit.entity';
import { TrafficPrice } from './prices/traffic-price.entity';

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
