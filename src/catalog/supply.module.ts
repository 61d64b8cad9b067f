import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { CatalogModule } from './catalog.module';
import { TargetBlock } from './blocks/target-block.entity';
import { TargetBlockRepository } from './blocks/target-block.repository';
import { TargetBlocksController } from './blocks/target-blocks.controller';
import { TargetBlocksService } from './blocks/target-blocks.service';
import { CoverageController } from './on-sale/coverage.controller';
import { ExitsController } from './exits/exits.controller';
import { SupplyNetwork } from './networks/supply-network.entity';
import { SupplyNetworkRefusal } from './networks/supply-network-refusal.entity';
import { SupplyNetworkRepository } from './networks/supply-network.repository';
import { SupplyNetworksController } from './networks/supply-networks.controller';
import { SupplyNetworksService } from './networks/supply-networks.service';
import { HealthRepository } from './health/health.repository';
import { ProbeTargetsRepository } from './health/probe-targets.repository';
import { ScheduledProbesService } from './health/scheduled-probes.service';
import { SupplyHealth } from './health/supply-health.entity';
import { SupplyHealthController } from './health/supply-health.controller';
import { SupplyHealthService } from './health/supply-health.service';
import { SupplyProbe } from './health/supply-probe.entity';
import { NetworkProbesService } from './probes/network-probes.service';
import { ProbeRequestRepository } from './probes/probe-request.repository';
import { ProberService } from './probes/prober.service';
import { SupplyProbeRequest } from './probes/supply-probe-request.entity';
import { NetworkUsageController } from './usage/network-usage.controller';
import { NetworkUsageRepository } from './usage/network-usage.repository';
import { NetworkUsageService } from './usage/network-usage.service';
import { SupplyUsageUpkeepService } from './usage/supply-usage-upkeep.service';
import { ProviderHttp, ProviderHttpOptions } from './providers/adapters/provider-http';
import { DataimpulseAdapter } from './providers/adapters/dataimpulse.adapter';
import { EvomiAdapter } from './providers/adapters/evomi.adapter';
import { IproyalAdapter } from './providers/adapters/iproyal.adapter';
import { OxylabsAdapter } from './providers/adapters/oxylabs.adapter';
import { ProxySellerAdapter } from './providers/adapters/proxy-seller.adapter';
import { WebshareAdapter } from './providers/adapters/webshare.adapter';
import { ProviderAdapters } from './providers/provider-adapters';
import { ProviderReadingRepository } from './providers/provider-reading.repository';
import { SupplyProviderReading } from './providers/supply-provider-reading.entity';
import { ProviderRepository } from './providers/provider.repository';
import { ProviderStockService } from './providers/provider-stock.service';
import { ProvidersController } from './providers/providers.controller';
import { ProvidersService } from './providers/providers.service';
import { AutomaticStockService } from './providers/purchases/automatic-stock.service';
import { PurchaseFollowService } from './providers/purchases/purchase-follow.service';
import { PurchaseRepository } from './providers/purchases/purchase.repository';
import { PurchasesController } from './providers/purchases/purchases.controller';
import { PurchasesService } from './providers/purchases/purchases.service';
import { SupplyPurchase } from './providers/purchases/supply-purchase.entity';
import { SupplyProvider } from './providers/supply-provider.entity';
import { PlaceRepository } from './places/place.repository';
import { PlacesController } from './places/places.controller';
import { PlacesService } from './places/places.service';
import { ProviderPlacesService } from './places/provider-places.service';
import { SupplyPlace } from './places/supply-place.entity';
import { SupplyPlaceList } from './places/supply-place-list.entity';
import { StockController } from './stock/stock.controller';

/** What the gateways may do: which targets they refuse, and which exits and networks of providers they dial through. */
@Module({
  imports: [
    TypeOrmModule.forFeature([
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
    CatalogModule,
  ],
  controllers: [
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
    AutomaticStockService,
    NetworkUsageService,
    ProviderPlacesService,
    ProviderStockService,
    PurchaseFollowService,
    ScheduledProbesService,
    SupplyUsageUpkeepService,
  ],
})
export class SupplyModule {}
