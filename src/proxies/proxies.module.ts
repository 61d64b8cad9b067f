import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { CatalogModule } from '../catalog/catalog.module';
import { BullModule } from '../queue/bull.module';
import { WalletModule } from '../wallet/wallet.module';
import { ProxyEndpointRepository } from './endpoints/proxy-endpoint.repository';
import { ProxyEndpointService } from './endpoints/proxy-endpoint.service';
import { ProxyLifecycleRepository } from './lifecycle/proxy-lifecycle.repository';
import { ProxyLifecycleService } from './lifecycle/proxy-lifecycle.service';
import { ProxyExpiryService } from './lifecycle/proxy-expiry.service';
import { OrderRepository } from './orders/order.repository';
import { ProxyLabelsController } from './labels/proxy-labels.controller';
import { ProxyLabelsRepository } from './labels/proxy-labels.repository';
import { ProxyLabelsService } from './labels/proxy-labels.service';
import { MemberAccessRevocationModule } from './member-access-revocation.module';
import { ProxiesController } from './proxies.controller';
import { ProxiesService } from './proxies.service';
import { ProxyConfigurationController } from './configuration/proxy-configuration.controller';
import { ProxyConfigurationService } from './configuration/proxy-configuration.service';
import { ProxyHistoryController } from './list/proxy-history.controller';
import { ProxyListRepository } from './list/proxy-list.repository';
import { ProxyUsageController } from './usage/proxy-usage.controller';
import { ProxyUsageRepository } from './usage/proxy-usage.repository';
import { ProxyUsageService } from './usage/proxy-usage.service';
import { ProxyNotificationSourceRepository } from './notifications/proxy-notification-source.repository';
import { ProxyNotificationSourceService } from './notifications/proxy-notification-source.service';
import { ProxyRepository } from './proxy.repository';
import { ProxyCredentialsService } from './proxy-credentials.service';
import { OrderQuoteService } from './orders/order-quote.service';
import { QuotesController } from './orders/quotes.controller';
import { PurchasesController } from './orders/purchases.controller';
import { OrderRefundService } from './refunds/order-refund.service';
import { OrderRefundRepository } from './refunds/order-refund.repository';
import { PlaceRepository } from './places/place.repository';
import { PlaceService } from './places/place.service';
import { PlacesController } from './places/places.controller';
import { ProxyExtension } from './renewal/proxy-extension.entity';
import { RenewalQuoteService } from './renewal/renewal-quote.service';
import { RenewalRepository } from './renewal/renewal.repository';
import { RenewalsController } from './renewal/renewals.controller';
import { AutoRenewalCharge } from './renewal/auto/auto-renewal-charge.entity';
import { AutoRenewalNotice } from './renewal/auto/auto-renewal-notice.entity';
import { AutoRenewalSettingsService } from './renewal/auto/auto-renewal-settings.service';
import { AutoRenewalController } from './renewal/auto/auto-renewal.controller';
import { AutoRenewal } from './renewal/auto/auto-renewal.entity';
import { AutoRenewalService } from './renewal/auto/auto-renewal.service';
import { UsageSyncService } from './usage/usage-sync.service';
import { AccountSuspension } from './lifecycle/account-suspension.entity';
import { Proxy } from './proxy.entity';
import { LiveConnectionsController } from './connections/live-connections.controller';
import { LiveConnectionsService } from './connections/live-connections.service';
import { SessionRotationController } from './sessions/session-rotation.controller';
import { SessionRotationService } from './sessions/session-rotation.service';
import { ProxyOrder } from './orders/proxy-order.entity';
import { TrafficThreshold } from './notifications/traffic-threshold.entity';
import { AddressReplacementController } from './stock-replacement/address-replacement.controller';
import { AddressReplacement } from './stock-replacement/address-replacement.entity';
import { AddressReplacementRepository } from './stock-replacement/address-replacement.repository';
import { AddressReplacementService } from './stock-replacement/address-replacement.service';
import { StockReplacementRepository } from './stock-replacement/stock-replacement.repository';
import { StockReplacementService } from './stock-replacement/stock-replacement.service';
import { GatewayCommand } from './connections/gateway-command.entity';
import { GatewayCommandRepository } from './connections/gateway-command.repository';
import { GatewayCommandService } from './connections/gateway-command.service';
import { GatewayReply } from './connections/gateway-reply.entity';
import { GatewayRotation } from './sessions/gateway-rotation.entity';
import { GatewayRotationRepository } from './sessions/gateway-rotation.repository';
import { ReconfigurationService } from './configuration/reconfiguration.service';
import { OrderService } from './orders/order.service';
import { UsageRollup } from './usage/usage-rollup.entity';

@Module({
  imports: [
    BullModule.registerQueue({ name: 'proxies' }),
    TypeOrmModule.forFeature([
      AddressReplacement,
      AutoRenewal,
      AutoRenewalCharge,
      AutoRenewalNotice,
      GatewayCommand,
      GatewayReply,
      GatewayRotation,
      AccountSuspension,
      Proxy,
      ProxyExtension,
      ProxyOrder,
      TrafficThreshold,
      UsageRollup,
    ]),
    MemberAccessRevocationModule,
    AuditModule,
    CatalogModule,
    WalletModule,
  ],
  controllers: [
    ProxyLabelsController,
    ProxiesController,
    ProxyConfigurationController,
    ProxyHistoryController,
    ProxyUsageController,
    PurchasesController,
    QuotesController,
    RenewalsController,
    PlacesController,
    AutoRenewalController,
    SessionRotationController,
    LiveConnectionsController,
    AddressReplacementController,
  ],
  providers: [
    GatewayRotationRepository,
    GatewayCommandRepository,
    GatewayCommandService,
    ProxyEndpointRepository,
    ProxyEndpointService,
    ProxyLabelsRepository,
    ProxyLabelsService,
    ProxyLifecycleRepository,
    ProxyExpiryService,
    OrderRefundService,
    OrderRepository,
    OrderService,
    ReconfigurationService,
    ProxiesService,
    ProxyConfigurationService,
    ProxyLifecycleService,
    ProxyListRepository,
    ProxyRepository,
    ProxyCredentialsService,
    ProxyUsageRepository,
    ProxyUsageService,
    ProxyNotificationSourceRepository,
    ProxyNotificationSourceService,
    OrderQuoteService,
    OrderRefundRepository,
    UsageSyncService,
    RenewalQuoteService,
    RenewalRepository,
    PlaceRepository,
    PlaceService,
    AutoRenewalService,
    AutoRenewalSettingsService,
    SessionRotationService,
    LiveConnectionsService,
    StockReplacementRepository,
    StockReplacementService,
    AddressReplacementRepository,
    AddressReplacementService,
  ],
  exports: [
    AddressReplacementService,
    ProxyEndpointService,
    LiveConnectionsService,
    ProxyLabelsService,
    AutoRenewalService,
    PlaceService,
    ProxyExpiryService,
    OrderRefundService,
    ProxyLifecycleService,
    ProxiesService,
    ProxyNotificationSourceService,
    ProxyCredentialsService,
    ProxyUsageService,
    StockReplacementService,
    UsageSyncService,
  ],
})
export class ProxiesModule {}
