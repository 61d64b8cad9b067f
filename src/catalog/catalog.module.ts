import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { SettingsModule } from '../settings/settings.module';
import {
  CatalogController,
  DatacenterController,
  PoolController,
  PricingController,
} from './catalog.controller';
import { CatalogService, LocationRepository } from './catalog.service';
import { EndpointRepository, EndpointService } from './exits/endpoint.service';
import { CoverageRepository, CoverageService } from './exits/coverage.service';
import { ExitImportService } from './exits/exit-import.service';
import { ExitListService } from './exits/exit-list.service';
import { ExitRepository, ExitsService } from './exits/exits.service';
import { ExitNode } from './exits/exit.entity';
import { CatalogCountry } from './catalog.entity';
import { PriceListRepository, PriceListsService } from './prices/price-lists.service';
import { PriceListsController } from './prices/price-lists.admin.controller';
import { PriceListVersion } from './prices/price-list.entity';
import { PriceRepository, PricingService } from './prices/pricing.service';
import { BoughtUnitRepository, BoughtUnitsService } from './stock/bought-units.service';
import { StockRepository, StockService } from './stock/stock.service';
import { StockUnitRepository, StockUnitsService } from './stock/stock-units.service';
import { StockUnit } from './stock/stock-unit.entity';
import { TargetBlock } from './blocks/block.entity';
import { TargetBlockRepository, TargetBlocksService } from './blocks/blocks.service';
import { TargetBlocksController } from './blocks/block.admin.controller';
import { CoverageController, ExitsController } from './exits/exit.admin.controller';
import { SupplyNetwork, SupplyNetworkRefusal } from './networks/network.entity';
import { SupplyNetworkRepository } from './networks/network.repository';
import { SupplyNetworksService } from './networks/networks.service';
import { SupplyNetworksController } from './networks/network.admin.controller';
import { HealthRepository, SupplyHealthService } from './health/health.service';
import {
  ProbeTargetsRepository,
  ScheduledProbesService,
  NetworkProbesService,
} from './health/probes.service';
import { SupplyHealth, SupplyProbe, SupplyProbeRequest } from './health/health.entity';
import { SupplyHealthController } from './health/health.admin.controller';
import { ProbeRequestRepository, ProberService } from './health/prober.service';
import { NetworkUsageController } from './usage/usage.admin.controller';
import {
  NetworkUsageRepository,
  NetworkUsageService,
  SupplyUsageUpkeepService,
} from './usage/usage.service';
import { ProviderHttp, ProviderHttpOptions } from './providers/adapters/provider-http';
import { DataimpulseAdapter } from './providers/adapters/dataimpulse.adapter';
import { EvomiAdapter } from './providers/adapters/evomi.adapter';
import { IproyalAdapter } from './providers/adapters/iproyal.adapter';
import { OxylabsAdapter } from './providers/adapters/oxylabs.adapter';
import { ProxySellerAdapter } from './providers/adapters/proxy-seller.adapter';
import { WebshareAdapter } from './providers/adapters/webshare.adapter';
import { ProviderAdapters } from './providers/provider-adapters';
import { ProviderReadingRepository } from './providers/provider-reading.repository';
import { SupplyProviderReading, SupplyProvider } from './providers/provider.entity';
import { ProviderRepository, ProvidersService } from './providers/providers.service';
import { ProviderStockService } from './providers/provider-stock.service';
import { ProvidersController } from './providers/provider.admin.controller';
import { AutomaticStockService } from './purchases/automatic-stock.service';
import { PurchaseFollowService } from './purchases/purchase-follow.service';
import { PurchaseRepository } from './purchases/purchase.repository';
import { PurchasesController } from './purchases/purchase.admin.controller';
import { PurchasesService } from './purchases/purchases.service';
import { SupplyPurchase } from './purchases/purchase.entity';
import { PlaceRepository, PlacesService } from './places/places.service';
import { PlacesController } from './places/place.admin.controller';
import { ProviderPlacesService } from './places/provider-places.service';
import { SupplyPlace, SupplyPlaceList } from './places/place.entity';
import { StockController } from './stock/stock-unit.admin.controller';

/** What is on sale and at what price, and the supply behind it: exits, networks, bought addresses and providers. */
@Module({
  imports: [
    TypeOrmModule.forFeature([
      CatalogCountry,
      ExitNode,
      PriceListVersion,
      StockUnit,
      TargetBlock,
      SupplyNetwork,
      SupplyNetworkRefusal,
      SupplyProbeRequest,
      SupplyHealth,
      SupplyProbe,
      SupplyProvider,
      SupplyProviderReading,
      SupplyPlace,
      SupplyPlaceList,
      SupplyPurchase,
    ]),
    AuditModule,
    SettingsModule,
  ],
  controllers: [
    CatalogController,
    DatacenterController,
    PoolController,
    PriceListsController,
    PricingController,
    SupplyHealthController,
    CoverageController,
    ExitsController,
    ProvidersController,
    PurchasesController,
    StockController,
    TargetBlocksController,
    SupplyNetworksController,
    NetworkUsageController,
    PlacesController,
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
    ExitListService,
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
    TargetBlockRepository,
    TargetBlocksService,
    SupplyNetworkRepository,
    SupplyNetworksService,
    HealthRepository,
    SupplyHealthService,
    ProbeTargetsRepository,
    ScheduledProbesService,
    NetworkProbesService,
    ProbeRequestRepository,
    ProberService,
    SupplyUsageUpkeepService,
    NetworkUsageRepository,
    NetworkUsageService,
    PlaceRepository,
    PlacesService,
    ProviderPlacesService,
    ProviderHttp,
    ProviderHttpOptions,
    ProxySellerAdapter,
    WebshareAdapter,
    DataimpulseAdapter,
    EvomiAdapter,
    IproyalAdapter,
    OxylabsAdapter,
    ProviderReadingRepository,
    ProviderAdapters,
    ProviderRepository,
    ProvidersService,
    ProviderStockService,
    PurchaseRepository,
    PurchaseFollowService,
    PurchasesService,
    AutomaticStockService,
  ],
  exports: [
    BoughtUnitsService,
    CatalogService,
    EndpointService,
    CoverageService,
    ExitImportService,
    ExitListService,
    ExitsService,
    PricingService,
    StockService,
    StockUnitsService,
    AutomaticStockService,
    NetworkUsageService,
    ProviderPlacesService,
    ProviderStockService,
    PurchaseFollowService,
    ScheduledProbesService,
    SupplyUsageUpkeepService,
  ],
})
export class CatalogModule {}
