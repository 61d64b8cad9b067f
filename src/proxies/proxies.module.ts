import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { CatalogModule } from '../catalog/catalog.module';
import { WalletModule } from '../wallet/wallet.module';
import { GatewayAccountRepository } from './adapters/house/gateway-account.repository';
import { GatewayMeterRepository } from './adapters/house/gateway-meter.repository';
import { HouseTidyService } from './adapters/house/house-tidy.service';
import { HouseProvider } from './adapters/house/house.provider';
import { AttemptRepository } from './orders/attempt.repository';
import { CustodyRepository } from './custody/custody.repository';
import { DueRepository } from './custody/due.repository';
import { ProviderAgreement } from './custody/provider-agreement';
import { ProxyCustodyService } from './custody/proxy-custody.service';
import { DashboardController } from './dashboard/dashboard.controller';
import { DashboardRepository } from './dashboard/dashboard.repository';
import { DashboardService } from './dashboard/dashboard.service';
import { DeliveryService } from './orders/delivery.service';
import { ExpiryService } from './expiry.service';
import { OrderRepository } from './orders/order.repository';
import { ProxyProvider } from './ports/proxy-provider.port';
import { ProviderCalls } from './provider-calls';
import { ProxiesController } from './proxies.controller';
import { ProxiesService } from './proxies.service';
import { ProxyListRepository } from './proxy-list.repository';
import { ProxyUsageController } from './usage/proxy-usage.controller';
import { ProxyUsageService } from './usage/proxy-usage.service';
import { ProxyWatchRepository } from './watch/proxy-watch.repository';
import { ProxyWatchService } from './watch/proxy-watch.service';
import { ProxyRepository } from './proxy.repository';
import { ProxySecrets } from './proxy-secrets';
import { PurchaseService } from './orders/purchase.service';
import { PurchasesController } from './orders/purchases.controller';
import { ReceiptService } from './orders/receipt.service';
import { OrderRefundService } from './refunds/order-refund.service';
import { RefundedOrderRepository } from './refunds/refunded-order.repository';
import { ResolveService } from './orders/resolve.service';
import { UsageCursorRepository } from './usage/usage-cursor.repository';
import { UsageSyncService } from './usage/usage-sync.service';
import { GatewayAccount } from './adapters/house/gateway-account.entity';
import { ProviderAttempt } from './orders/provider-attempt.entity';
import { ProxyOwnerHold } from './custody/proxy-owner-hold.entity';
import { Proxy } from './proxy.entity';
import { ProxyOrder } from './orders/proxy-order.entity';
import { TrafficMarkRecord } from './watch/traffic-mark.entity';
import { UsageCursor } from './usage/usage-cursor.entity';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      GatewayAccount,
      ProviderAttempt,
      ProxyOwnerHold,
      Proxy,
      ProxyOrder,
      TrafficMarkRecord,
      UsageCursor,
    ]),
    AuditModule,
    CatalogModule,
    WalletModule,
  ],
  controllers: [PurchasesController, ProxiesController, ProxyUsageController, DashboardController],
  providers: [
    GatewayAccountRepository,
    GatewayMeterRepository,
    { provide: ProxyProvider, useClass: HouseProvider },
    AttemptRepository,
    CustodyRepository,
    DashboardRepository,
    DashboardService,
    DeliveryService,
    DueRepository,
    ExpiryService,
    HouseTidyService,
    OrderRefundService,
    OrderRepository,
    ProviderAgreement,
    ProviderCalls,
    ProxiesService,
    ProxyCustodyService,
    ProxyListRepository,
    ProxyRepository,
    ProxySecrets,
    ProxyUsageService,
    ProxyWatchRepository,
    ProxyWatchService,
    PurchaseService,
    ReceiptService,
    RefundedOrderRepository,
    ResolveService,
    UsageCursorRepository,
    UsageSyncService,
  ],
  exports: [
    ExpiryService,
    HouseTidyService,
    OrderRefundService,
    ProviderAgreement,
    ProxyCustodyService,
    ProxiesService,
    ProxyWatchService,
    PurchaseService,
    ResolveService,
    UsageSyncService,
  ],
})
export class ProxiesModule {}
