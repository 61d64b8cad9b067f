import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { CatalogModule } from '../catalog/catalog.module';
import { MailModule } from '../mail/mail.module';
import { PromotionsModule } from '../referrals/promotions.module';
import { BullModule } from '../queue/bull.module';
import { SettingsModule } from '../settings/settings.module';
import { WalletModule } from '../wallet/wallet.module';
import { AddressHolder, AllowedAddress } from './allowed-addresses/allowed-address.entity';
import { AllowedAddressesController } from './allowed-addresses/allowed-addresses.controller';
import { AllowedAddressesService } from './allowed-addresses/allowed-addresses.service';
import {
  ConnectionListsController,
  SharedListsController,
} from './connection-lists/connection-lists.controller';
import { ConnectionListsService } from './connection-lists/connection-lists.service';
import { ListToken } from './connection-lists/list-token.entity';
import { ListTokenRevocationModule } from './connection-lists/list-token-revocation.module';
import { GatewayCommand, GatewayReply } from './connections/gateway-command.entity';
import { LiveConnectionsService } from './connections/live-connections.service';
import { LiveConnectionsController } from './connections/live-connections.controller';
import { ProxyDiagnosisController } from './diagnosis/proxy-diagnosis.admin.controller';
import { ProxyDiagnosisService } from './diagnosis/proxy-diagnosis.service';
import { MemberAccessRevocationService } from './member-access-revocation.service';
import { ProxyNotificationSourceService } from './notification-source.service';
import { OrderQuoteService } from './orders/order-quote.service';
import { ProxyExtension, ProxyOrder } from './orders/order.entity';
import { OrderService } from './orders/order.service';
import {
  PurchasesController,
  QuotesController,
  AutoRenewalController,
  RenewalsController,
} from './orders/orders.controller';
import { PlaceService } from './places/place.service';
import { PlacesController } from './places/places.controller';
import {
  ProxiesController,
  ProxyConfigurationController,
  ProxyHistoryController,
} from './proxies.controller';
import { ProxiesService } from './proxies.service';
import { ProxyOverviewService } from './proxy-overview.service';
import { ProxyCredentialsService } from './proxy-credentials.service';
import { ProxyEndpointService } from './proxy-endpoint.service';
import { ProxyExpiryService } from './proxy-expiry.service';
import { ProxyLifecycleService } from './proxy-lifecycle.service';
import { ProxySettingsService } from './proxy-settings.service';
import { AccountSuspension, GatewayRotation, Proxy } from './proxy.entity';
import { OrderWithdrawalService } from './refunds/order-withdrawal.service';
import { OrderRefundService } from './refunds/order-refund.service';
import { OwnRefundService } from './refunds/own-refund.service';
import { OwnRefundsController } from './refunds/refunds.controller';
import { AutoRenewalSettingsService } from './renewal/auto-renewal-settings.service';
import { AutoRenewal, AutoRenewalCharge, AutoRenewalNotice } from './renewal/auto-renewal.entity';
import { AutoRenewalService } from './renewal/auto-renewal.service';
import { AutoTraffic, AutoTrafficCharge, AutoTrafficNotice } from './renewal/auto-traffic.entity';
import { AutoTrafficService } from './renewal/auto-traffic.service';
import { RenewalForecastService } from './renewal/renewal-forecast.service';
import { AddressReplacementController } from './stock-replacement/address-replacement.controller';
import { AddressReplacement } from './stock-replacement/address-replacement.entity';
import { AddressReplacementService } from './stock-replacement/address-replacement.service';
import { ExitMoveController } from './stock-replacement/exit-move.admin.controller';
import { ExitMove } from './stock-replacement/exit-move.entity';
import { ExitMoveService } from './stock-replacement/exit-move.service';
import { AdminConnectionsController } from './connections/live-connections.admin.controller';
import { StockReplacementController } from './stock-replacement/address-replacement.admin.controller';
import { SubUser } from './sub-users/sub-user.entity';
import { SubUsersController } from './sub-users/sub-users.controller';
import { SubUsersService } from './sub-users/sub-users.service';
import { ProxyTestController } from './testing/proxy-test.controller';
import { ProxyTestService } from './testing/proxy-test.service';
import { TrafficThreshold, UsageRollup, UsageTargetChoice } from './usage/usage.entity';
import { UsageSyncService } from './usage/usage-sync.service';
import { UsageTargetsService } from './usage/usage-targets.service';
import {
  ProxyUsageController,
  UsageReportsController,
  UsageTargetsController,
} from './usage/usage.controller';
import { UsageService } from './usage/usage.service';
import { TrialController } from './trial/trial.controller';
import { TrialService } from './trial/trial.service';

const ENTITIES = [
  ...[AccountSuspension, AddressHolder, AddressReplacement, AllowedAddress],
  ...[AutoRenewal, AutoRenewalCharge, AutoRenewalNotice],
  ...[AutoTraffic, AutoTrafficCharge, AutoTrafficNotice],
  ...[ExitMove, GatewayCommand, GatewayReply, GatewayRotation, ListToken],
  ...[Proxy, ProxyExtension, ProxyOrder, SubUser],
  ...[TrafficThreshold, UsageRollup, UsageTargetChoice],
];

/** What other modules and the jobs use. */
const SERVICES = [
  ...[AddressReplacementService, AllowedAddressesService, AutoRenewalService, AutoTrafficService],
  ...[ExitMoveService, RenewalForecastService],
  ...[LiveConnectionsService, MemberAccessRevocationService, OrderRefundService, PlaceService],
  ...[ProxiesService, ProxyOverviewService],
  ...[ProxyCredentialsService, ProxyEndpointService, ProxyExpiryService, ProxyTestService],
  ...[ProxyLifecycleService, ProxyNotificationSourceService, ProxySettingsService],
  SubUsersService,
  ...[UsageService, UsageSyncService, UsageTargetsService],
];

@Module({
  imports: [
    BullModule.registerQueue({ name: 'proxies' }),
    TypeOrmModule.forFeature(ENTITIES),
    AuditModule,
    CatalogModule,
    ListTokenRevocationModule,
    MailModule,
    PromotionsModule,
    SettingsModule,
    WalletModule,
  ],
  controllers: [
    AddressReplacementController,
    AdminConnectionsController,
    AllowedAddressesController,
    AutoRenewalController,
    ConnectionListsController,
    ExitMoveController,
    LiveConnectionsController,
    OwnRefundsController,
    PlacesController,
    ProxiesController,
    ProxyConfigurationController,
    ProxyDiagnosisController,
    ProxyHistoryController,
    ProxyTestController,
    ProxyUsageController,
    PurchasesController,
    QuotesController,
    RenewalsController,
    SharedListsController,
    StockReplacementController,
    SubUsersController,
    TrialController,
    UsageReportsController,
    UsageTargetsController,
  ],
  providers: [
    ...SERVICES,
    AutoRenewalSettingsService,
    ConnectionListsService,
    OrderQuoteService,
    OrderService,
    OrderWithdrawalService,
    OwnRefundService,
    ProxyDiagnosisService,
    TrialService,
  ],
  exports: [...SERVICES, ListTokenRevocationModule],
})
export class ProxiesModule {}
