import { Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { AccountModule } from './account/account.module';
import { AdminModule } from './admin/admin.module';
import { JwtAuthGuard } from './auth/jwt-auth.guard';
import { RolesGuard } from './auth/roles.guard';
import { AuthModule } from './auth/auth.module';
import { RateLimitGuard } from './auth/rate-limits/rate-limit.guard';
import { CatalogModule } from './catalog/catalog.module';
import { CommonModule } from './common/common.module';
import type { AppConfig } from './config/app-config';
import { ConfigModule } from './config/config.module';
import { DashboardModule } from './dashboard/dashboard.module';
import { DatabaseModule } from './database/database.module';
import { HealthModule } from './health/health.module';
import { loggingModule } from './http/logging.module';
import { IdempotencyInterceptor } from './idempotency/idempotency.interceptor';
import { IdempotencyModule } from './idempotency/idempotency.module';
import { NotificationsModule } from './notifications/notifications.module';
import { PaymentsModule } from './payments/payments.module';
import { AllowedAddressesModule } from './proxies/allowed-addresses/allowed-addresses.module';
import { ConnectionListsModule } from './proxies/connection-lists/connection-lists.module';
import { UsageReportsModule } from './proxies/usage-reports/usage-reports.module';
import { SubUsersModule } from './proxies/sub-users/sub-users.module';
import { UsageTargetsModule } from './proxies/usage-targets/usage-targets.module';
import { ProxyTestModule } from './proxies/testing/proxy-test.module';
import { ProxiesModule } from './proxies/proxies.module';
import { QueueModule } from './queue/queue.module';
import { ReferralsModule } from './referrals/referrals.module';
import { SandboxModule } from './sandbox/sandbox.module';
import { SupportModule } from './support/support.module';
import { UsersModule } from './users/users.module';
import { WalletModule } from './wallet/wallet.module';
import { WebhooksModule } from './webhooks/webhooks.module';

/**
 * The API process: every module, with the guards and interceptors that hold for all of them. The
 * guards run in this order: authentication, roles, rate limits.
 */
@Module({
  imports: [
    ConfigModule,
    CommonModule,
    QueueModule,
    IdempotencyModule,
    HealthModule,
    AuthModule,
    UsersModule,
    WalletModule,
    PaymentsModule,
    CatalogModule,
    AllowedAddressesModule,
    ConnectionListsModule,
    UsageReportsModule,
    SubUsersModule,
    UsageTargetsModule,
    ProxyTestModule,
    ProxiesModule,
    DashboardModule,
    NotificationsModule,
    ReferralsModule,
    SupportModule,
    WebhooksModule,
    AccountModule,
    AdminModule,
  ],
  providers: [
    { provide: APP_GUARD, useExisting: JwtAuthGuard },
    { provide: APP_GUARD, useExisting: RolesGuard },
    { provide: APP_GUARD, useExisting: RateLimitGuard },
    { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
  ],
})
export class AppModule {
  static forConfig(config: AppConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        DatabaseModule.forProcess('api'),
        loggingModule('api'),
        ...(config.sandbox ? [SandboxModule] : []),
      ],
    };
  }
}
