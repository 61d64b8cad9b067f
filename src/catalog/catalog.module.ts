import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { SettingsModule } from '../settings/settings.module';
import { CatalogController } from './catalog.controller';
import { CatalogService } from './catalog.service';
import { DatacenterController } from './datacenter/datacenter.controller';
import { EndpointRepository } from './exits/endpoint.repository';
import { EndpointService } from './exits/endpoint.service';
import { CoverageRepository } from './exits/coverage.repository';
import { CoverageService } from './exits/coverage.service';
import { ExitImportService } from './exits/exit-import.service';
import { ExitRepository } from './exits/exit.repository';
import { ExitsService } from './exits/exits.service';
import { ExitNode } from './exits/exit-node.entity';
import { CatalogCountry } from './locations/catalog-country.entity';
import { LocationRepository } from './locations/location.repository';
import { PoolController } from './pool/pool.controller';
import { PriceListRepository } from './price-lists/price-list.repository';
import { PriceListsController } from './price-lists/price-lists.controller';
import { PriceListsService } from './price-lists/price-lists.service';
import { PriceListVersion } from './prices/price-list.entity';
import { PriceRepository } from './prices/price.repository';
import { PricingController } from './prices/pricing.controller';
import { PricingService } from './prices/pricing.service';
import { BoughtUnitRepository } from './stock/bought-unit.repository';
import { BoughtUnitsService } from './stock/bought-units.service';
import { StockRepository } from './stock/stock.repository';
import { StockService } from './stock/stock.service';
import { StockUnitRepository } from './stock/stock-unit.repository';
import { StockUnitsService } from './stock/stock-units.service';
import { StockUnit } from './stock/stock-unit.entity';

@Module({
  imports: [
    TypeOrmModule.forFeature([CatalogCountry, ExitNode, PriceListVersion, StockUnit]),
    AuditModule,
    SettingsModule,
  ],
  controllers: [
    CatalogController,
    DatacenterController,
    PoolController,
    PriceListsController,
    PricingController,
  ],
  providers: [
    BoughtUnitRepository,
    BoughtUnitsService,
    CatalogService,
    EndpointRepository,
    EndpointService,
    CoverageRepository,
    CoverageService,
    ExitImportService,
    ExitRepository,
    ExitsService,
    LocationRepository,
    PriceListRepository,
    PriceListsService,
    PriceRepository,
    PricingService,
    StockRepository,
    StockService,
    StockUnitRepository,
    StockUnitsService,
  ],
  exports: [
    BoughtUnitsService,
    CatalogService,
    EndpointService,
    CoverageService,
    ExitImportService,
    ExitsService,
    PricingService,
    StockService,
    StockUnitsService,
  ],
})
export class CatalogModule {}
