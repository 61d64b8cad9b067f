import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { SettingsModule } from '../settings/settings.module';
import { TargetBlocksController } from './blocks/block.admin.controller';
import { TargetBlock } from './blocks/block.entity';
import { TargetBlocksService } from './blocks/blocks.service';
import {
  CatalogController,
  DatacenterController,
  PoolController,
  PricingController,
} from './catalog.controller';
import { CatalogCountry } from './catalog.entity';
import { CatalogService } from './catalog.service';
import { EndpointService } from './exits/endpoint.service';
import { ExitImportService } from './exits/exit-import.service';
import { ExitListService } from './exits/exit-list.service';
import { ExitsController } from './exits/exit.admin.controller';
import { ExitNode } from './exits/exit.entity';
import { ExitsService } from './exits/exits.service';
import { SupplyHealthController } from './health/health.admin.controller';
import * as health from './health/health.entity';
import { SupplyHealthService } from './health/health.service';
import { ProbesService } from './health/probes.service';
import { SupplyNetworksController } from './networks/network.admin.controller';
import { SupplyNetwork, SupplyNetworkRefusal } from './networks/network.entity';
import { SupplyNetworksService } from './networks/networks.service';
import { PlacesController } from './places/place.admin.controller';
import { SupplyPlace, SupplyPlaceList } from './places/place.entity';
import { PlacesService } from './places/places.service';
import { ProviderPlacesService } from './places/provider-places.service';
import { PriceListVersion } from './prices/price-list.entity';
import { PriceListsController } from './prices/price-lists.admin.controller';
import { PriceListsService } from './prices/price-lists.service';
import { PricingService } from './prices/pricing.service';
import { DataimpulseAdapter } from './providers/adapters/dataimpulse.adapter';
import { EvomiAdapter } from './providers/adapters/evomi.adapter';
import { IproyalAdapter } from './providers/adapters/iproyal.adapter';
import { OxylabsAdapter } from './providers/adapters/oxylabs.adapter';
import { ProviderHttp, ProviderHttpOptions } from './providers/adapters/provider-http';
import { ProxySellerAdapter } from './providers/adapters/proxy-seller.adapter';
import { WebshareAdapter } from './providers/adapters/webshare.adapter';
import { ProviderAdapters } from './providers/provider-adapters';
import { ProviderStockService } from './providers/provider-stock.service';
import { ProvidersController } from './providers/provider.admin.controller';
import { SupplyProvider, SupplyProviderReading } from './providers/provider.entity';
import { ProvidersService } from './providers/providers.service';
import { AutomaticStockService } from './purchases/automatic-stock.service';
import { PurchaseFollowService } from './purchases/purchase-follow.service';
import { PurchasesController } from './purchases/purchase.admin.controller';
import { SupplyPurchase } from './purchases/purchase.entity';
import { PurchaseRepository } from './purchases/purchase.repository';
import { PurchasesService } from './purchases/purchases.service';
import { BoughtUnitsService } from './stock/bought-units.service';
import { StockController } from './stock/stock-unit.admin.controller';
import { StockUnit } from './stock/stock-unit.entity';
import { StockUnitsService } from './stock/stock-units.service';
import { StockService } from './stock/stock.service';
import { NetworkUsageController } from './usage/usage.admin.controller';
import { NetworkUsageService } from './usage/usage.service';

/** What other modules sell by. */
const SALES = [CatalogService, EndpointService, ExitsService, PricingService, StockService];

/** What the jobs call. */
const JOBS = [
  AutomaticStockService,
  NetworkUsageService,
  ProbesService,
  ProviderPlacesService,
  ProviderStockService,
  PurchaseFollowService,
];

const PROVIDERS = [
  ...[DataimpulseAdapter, EvomiAdapter, IproyalAdapter, OxylabsAdapter],
  ...[ProxySellerAdapter, WebshareAdapter, ProviderHttp, ProviderHttpOptions],
  ...[ProviderAdapters, ProvidersService, PurchaseRepository, PurchasesService],
];

/** What is on sale and at what price, and the supply behind it: exits, networks, bought addresses and providers. */
@Module({
  imports: [
    TypeOrmModule.forFeature([
      ...[CatalogCountry, ExitNode, PriceListVersion, StockUnit, TargetBlock],
      ...[SupplyNetwork, SupplyNetworkRefusal, SupplyPlace, SupplyPlaceList],
      ...[health.SupplyHealth, health.SupplyProbe, health.SupplyProbeRequest],
      ...[SupplyProvider, SupplyProviderReading, SupplyPurchase],
    ]),
    AuditModule,
    SettingsModule,
  ],
  controllers: [
    ...[CatalogController, DatacenterController, PoolController],
    ...[PriceListsController, PricingController],
    ...[ExitsController, NetworkUsageController, PlacesController],
    ...[ProvidersController, PurchasesController, StockController, SupplyHealthController],
    ...[SupplyNetworksController, TargetBlocksController],
  ],
  providers: [
    ...SALES,
    ...JOBS,
    ...PROVIDERS,
    ...[BoughtUnitsService, ExitImportService, ExitListService],
    ...[PlacesService],
    ...[PriceListsService, StockUnitsService],
    ...[SupplyHealthService, SupplyNetworksService, TargetBlocksService],
  ],
  exports: [...SALES, ...JOBS],
})
export class CatalogModule {}
