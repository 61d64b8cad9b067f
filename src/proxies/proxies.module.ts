import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { CatalogModule } from '../catalog/catalog.module';
import { BullModule } from '../queue/bull.module';
import { WalletModule } from '../wallet/wallet.module';
import { GatewayAccountRepository } from './adapters/embedded/gateway-account.repository';
import { GatewayMeterRepository } from './adapters/embedded/gateway-meter.repository';
import { GatewayCommand } from './adapters/embedded/gateway-command.entity';
import { GatewayCommandRepository } from './adapters/embedded/gateway-command.repository';
import { GatewayCommandService } from './adapters/embedded/gateway-command.service';
import { GatewayReply } from './adapters/embedded/gateway-reply.entity';
import { GatewayRotation } from './adapters/embedded/gateway-rotation.entity';
import { GatewayRotationRepository } from './adapters/embedded/gateway-rotation.repository';
import { UsageRetentionService } from './adapters/embedded/usage-retention.service';
import { ProxyEndpointRepository } from './endpoints/proxy-endpoint.repository';
import { ProxyEndpointService } from './endpoints/proxy-endpoint.service';
import { EmbeddedProvider } from './adapters/embedded/embedded.provider';
import { ProviderAttemptRepository } from './orders/provider-attempt.repository';
import { ProxyLifecycleRepository } from './lifecycle/proxy-lifecycle.repository';
import { ProviderSyncRepository } from './provider-sync/provider-sync.repository';
import { ProviderSyncService } from './provider-sync/provider-sync.service';
import { ProxyLifecycleService } from './lifecycle/proxy-lifecycle.service';
import { DeliveryService } from './orders/delivery.service';
import { ProxyExpiryService } from './lifecycle/proxy-expiry.service';
import { OrderRepository } from './orders/order.repository';
import { ProxyProvider } from './ports/proxy-provider.port';
import { ProviderClient } from './ports/provider-client';
import { ProxyLabelsController } from './labels/proxy-labels.controller';
import { ProxyLabelsRepository } from './labels/proxy-labels.repository';
import { ProxyLabelsService } from './labels/proxy-labels.service';
import { MemberAccessRevocationModule } from './member-access-revocation.module';
import { ProxiesController } from './proxies.controller';
import { ProxiesService } from './proxies.service';
import { ProxyConfigurationController } from './configuration/proxy-configuration.controller';
import { ProxyConfigurationRepository } from './configuration/proxy-configuration.repository';
import { ProxyReconfigurationService } from './configuration/proxy-reconfiguration.service';
import { ProxyConfigurationService } from './configuration/proxy-configuration.service';
import { ProxyHistoryController } from './list/proxy-history.controller';
import { ProxyListRepository } from './list/proxy-list.repository';
import { ProxyUsageController } from './usage/proxy-usage.controller';
import { ProxyUsageRepository } from './usage/proxy-usage.repository';
import { ProxyUsageService } from './usage/proxy-usage.service';
import { ProxyNotificationSourceRepository } from './notifications/proxy-notification-source.repository';
import { ProxyNotificationSourceService } from './notifications/proxy-notification-source.service';
import { ProxyRepository } from './proxy.repository';
import { ProxyPasswordService } from './proxy-password.service';
import { OrderQuoteService } from './orders/order-quote.service';
import { PurchaseService } from './orders/purchase.service';
import { QuotesController } from './orders/quotes.controller';
import { PurchasesController } from './orders/purchases.controller';
import { PurchaseReceiptService } from './orders/purchase-receipt.service';
import { OrderDecision } from './decisions/order-decision.entity';
import { OrderDecisionRepository } from './decisions/order-decision.repository';
import { OrderDecisionService } from './decisions/order-decision.service';
import { OrderRefundService } from './refunds/order-refund.service';
import { PartialRefundService } from './refunds/partial-refund.service';
import { OrderRefundRepository } from './refunds/order-refund.repository';
import { AttemptResolutionService } from './orders/attempt-resolution.service';
import { ExtensionDeliveryService } from './renewal/extension-delivery.service';
import { PlaceRepository } from './places/place.repository';
import { PlaceService } from './places/place.service';
import { PlacesController } from './places/places.controller';
import { ExtensionRetractionRepository } from './renewal/extension-retraction.repository';
import { ExtensionRetractionService } from './renewal/extension-retraction.service';
import { ProxyExtension } from './renewal/proxy-extension.entity';
import { RenewalQuoteService } from './renewal/renewal-quote.service';
import { RenewalRepository } from './renewal/renewal.repository';
import { RenewalService } from './renewal/renewal.service';
import { RenewalsController } from './renewal/renewals.controller';
import { AutoRenewalCharge } from './renewal/auto/auto-renewal-charge.entity';
import { AutoRenewalNotice } from './renewal/auto/auto-renewal-notice.entity';
import { AutoRenewalSettingsService } from './renewal/auto/auto-renewal-settings.service';
import { AutoRenewalController } from './renewal/auto/auto-renewal.controller';
import { AutoRenewal } from './renewal/auto/auto-renewal.entity';
import { AutoRenewalService } from './renewal/auto/auto-renewal.service';
import { GatewayExtension } from './adapters/embedded/gateway-extension.entity';
import { GatewayExtensionRepository } from './adapters/embedded/gateway-extension.repository';
import { UsageCursorRepository } from './usage/usage-cursor.repository';
import { UsageSyncService } from './usage/usage-sync.service';
import { GatewayAccount } from './adapters/embedded/gateway-account.entity';
import { GatewayProvision } from './adapters/embedded/gateway-provision.entity';
import { ProviderAttempt } from './orders/provider-attempt.entity';
import { AccountSuspension } from './lifecycle/account-suspension.entity';
import { Proxy } from './proxy.entity';
import { LiveConnectionsController } from './connections/live-connections.controller';
import { LiveConnectionsRepository } from './connections/live-connections.repository';
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
import { UsageCursor } from './usage/usage-cursor.entity';

@Module({
  imports: [
    BullModule.registerQueue({ name: 'proxies' }),
    TypeOrmModule.forFeature([
      AddressReplacement,
      AutoRenewal,
      AutoRenewalCharge,
      AutoRenewalNotice,
      GatewayAccount,
      GatewayCommand,
      GatewayExtension,
      GatewayProvision,
      GatewayReply,
      GatewayRotation,
      ProviderAttempt,
      AccountSuspension,
      Proxy,
      ProxyExtension,
      ProxyOrder,
      OrderDecision,
      TrafficThreshold,
      UsageCursor,
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
    GatewayAccountRepository,
    GatewayExtensionRepository,
    GatewayMeterRepository,
    GatewayRotationRepository,
    GatewayCommandRepository,
    GatewayCommandService,
    ProxyEndpointRepository,
    ProxyEndpointService,
    { provide: ProxyProvider, useClass: EmbeddedProvider },
    ProviderAttemptRepository,
    ProxyLabelsRepository,
    ProxyLabelsService,
    ProxyLifecycleRepository,
    DeliveryService,
    ProviderSyncRepository,
    ProxyExpiryService,
    UsageRetentionService,
    OrderRefundService,
    PartialRefundService,
    OrderDecisionRepository,
    OrderDecisionService,
    OrderRepository,
    ProviderSyncService,
    ProviderClient,
    ProxiesService,
    ProxyConfigurationRepository,
    ProxyConfigurationService,
    ProxyReconfigurationService,
    ProxyLifecycleService,
    ProxyListRepository,
    ProxyRepository,
    ProxyPasswordService,
    ProxyUsageRepository,
    ProxyUsageService,
    ProxyNotificationSourceRepository,
    ProxyNotificationSourceService,
    OrderQuoteService,
    PurchaseService,
    PurchaseReceiptService,
    OrderRefundRepository,
    AttemptResolutionService,
    UsageCursorRepository,
    UsageSyncService,
    ExtensionDeliveryService,
    ExtensionRetractionRepository,
    ExtensionRetractionService,
    RenewalQuoteService,
    RenewalRepository,
    RenewalService,
    PlaceRepository,
    PlaceService,
    AutoRenewalService,
    AutoRenewalSettingsService,
    SessionRotationService,
    LiveConnectionsRepository,
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
    ExtensionRetractionService,
    RenewalService,
    PlaceService,
    OrderDecisionService,
    ProxyExpiryService,
    UsageRetentionService,
    OrderRefundService,
    PartialRefundService,
    ProviderSyncService,
    ProxyLifecycleService,
    ProxiesService,
    ProxyNotificationSourceService,
    ProxyPasswordService,
    ProxyUsageService,
    PurchaseService,
    AttemptResolutionService,
    StockReplacementService,
    UsageSyncService,
  ],
})
export class ProxiesModule {}
