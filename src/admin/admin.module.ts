import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { StaffInvitation } from './staff/staff-invitation.entity';
import { AccountModule } from '../account/account.module';
import { AuditModule } from '../audit/audit.module';
import { AuthModule } from '../auth/auth.module';
import { CatalogModule } from '../catalog/catalog.module';
import { MailDeliveryModule } from '../mail/mail-delivery.module';
import { MailModule } from '../mail/mail.module';
import { PaymentsModule } from '../payments/payments.module';
import { ProxiesModule } from '../proxies/proxies.module';
import { SettingsModule } from '../settings/settings.module';
import { UsersModule } from '../users/users.module';
import { WebhooksModule } from '../webhooks/webhooks.module';
import { WalletModule } from '../wallet/wallet.module';
import {
  ProposalLinksController,
  WalletCorrectionsController,
} from './wallet-corrections/wallet-corrections.controller';
import { StaffChangesService } from './wallet-corrections/wallet-corrections.service';
import { CompensationsController } from './compensations/compensations.controller';
import { WalletCorrectionsModule } from './wallet-corrections/wallet-corrections.module';
import { BullModule } from '../queue/bull.module';
import { MachineryController } from './machinery/machinery.controller';
import { MachineryService } from './machinery/machinery.service';
import {
  AdminPaymentsController,
  PaymentAcknowledgementsController,
} from './payments/admin-payments.controller';
import { StatusModule } from './status/status.module';
import { AlertsModule } from './alerts/alerts.module';
import { WorkerHeartbeatMonitor } from './alerts/worker-heartbeat-monitor.service';
import { AnalyticsController } from './analytics/analytics.controller';
import { AnalyticsService } from './analytics/analytics.service';
import { AdminAuditController } from './audit/admin-audit.controller';
import { AuditLogsService } from './audit/audit-logs.service';
import { AdminDashboardController } from './dashboard/admin-dashboard.controller';
import { AdminDashboardService } from './dashboard/admin-dashboard.service';
import { SetupChecklistService } from './dashboard/setup-checklist.service';
import { TodayService } from './dashboard/today.service';
import { ListExportService } from './exports/list-export.service';
import { IntegrityController } from './integrity/integrity.controller';
import { IntegrityModule } from './integrity/integrity.module';
import { ClearingController } from './clearing/clearing.controller';
import { ClearingService } from './clearing/clearing.service';
import { AdminOrdersController } from './orders/admin-orders.controller';
import { AdminOrdersService } from './orders/admin-orders.service';
import { PagingLimits, QueryCache } from './paging/query-cache';
import { ListPaginator } from './paging/list-paginator';
import { ProfitController } from './profit/profit.controller';
import { ProfitQueries } from './profit/profit.queries';
import { ProfitService } from './profit/profit.service';
import { RequestRecorder } from './performance/request-recorder';
import { AdminProxiesController } from './proxies/admin-proxies.controller';
import { AdminProxiesService } from './proxies/admin-proxies.service';
import { SearchController } from './search/search.controller';
import { SearchService } from './search/search.service';
import { AdminSettingsController } from './settings/admin-settings.controller';
import { AdminSettingsService } from './settings/admin-settings.service';
import { AdminTransactionsController } from './transactions/admin-transactions.controller';
import { AdminTransactionsService } from './transactions/admin-transactions.service';
import { AdminUsersController } from './users/admin-users.controller';
import { CustomerRecordsController } from './users/customer-records.controller';
import { CustomerRecordsService } from './users/customer-records.service';
import { AdminUsersService } from './users/admin-users.service';
import { RolesService } from './staff/roles.service';
import { StaffController, StaffInvitationController } from './staff/staff.controller';
import { StaffService } from './staff/staff.service';
import { VatController } from './vat/vat.controller';
import { VatService } from './vat/vat.service';
import { UserListService } from './users/user-list.service';

const UNUSED_QUEUES = [
  ...(['audit', 'auth', 'idempotency', 'notifications'] as const),
  ...(['referrals', 'supply', 'wallet'] as const),
];

/** The admin API. Reads across all tables; writes through the services of the other modules only. */
@Module({
  imports: [
    TypeOrmModule.forFeature([StaffInvitation]),
    // The queues that the other modules of the API add nothing to, to show what is in them.
    BullModule.registerQueue(...UNUSED_QUEUES.map((name) => ({ name }))),
    AccountModule,
    AlertsModule,
    StatusModule,
    AuditModule,
    AuthModule,
    CatalogModule,
    IntegrityModule,
    MailDeliveryModule,
    MailModule,
    PaymentsModule,
    ProxiesModule,
    WebhooksModule,
    SettingsModule,
    UsersModule,
    WalletModule,
    WalletCorrectionsModule,
  ],
  controllers: [
    ProposalLinksController,
    CompensationsController,
    WalletCorrectionsController,
    AdminDashboardController,
    StaffController,
    StaffInvitationController,
    AdminUsersController,
    CustomerRecordsController,
    AdminProxiesController,
    AdminTransactionsController,
    AdminPaymentsController,
    PaymentAcknowledgementsController,
    MachineryController,
    ClearingController,
    AdminOrdersController,
    AnalyticsController,
    ProfitController,
    VatController,
    AdminAuditController,
    SearchController,
    AdminSettingsController,
    IntegrityController,
  ],
  providers: [
    AdminSettingsService,
    StaffChangesService,
    AdminDashboardService,
    AdminOrdersService,
    SetupChecklistService,
    TodayService,
    AdminProxiesService,
    AdminTransactionsService,
    AdminUsersService,
    CustomerRecordsService,
    AnalyticsService,
    AuditLogsService,
    ClearingService,
    QueryCache,
    ListExportService,
    ListPaginator,
    MachineryService,
    PagingLimits,
    ProfitQueries,
    ProfitService,
    VatService,
    RequestRecorder,
    RolesService,
    SearchService,
    StaffService,
    UserListService,
    WorkerHeartbeatMonitor,
  ],
})
export class AdminModule {}
