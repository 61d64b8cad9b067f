import { Module } from '@nestjs/common';
import { AdminJobsModule } from './admin/admin-jobs.module';
import { AuditJobsModule } from './audit/audit-jobs.module';
import { AuthJobsModule } from './auth/auth-jobs.module';
import { CommonModule } from './common/common.module';
import { ConfigModule } from './config/config.module';
import { DatabaseModule } from './database/database.module';
import { HealthModule } from './http/health/health.module';
import { loggingModule } from './http/logging.module';
import { IdempotencyJobsModule } from './http/idempotency/idempotency-jobs.module';
import { MailJobsModule } from './mail/mail-jobs.module';
import { NotificationsJobsModule } from './notifications/notifications-jobs.module';
import { PaymentsJobsModule } from './payments/payments-jobs.module';
import { ProxiesJobsModule } from './proxies/proxies-jobs.module';
import { JobWorkersModule } from './queue/job-workers.module';
import { QueueModule } from './queue/queue.module';
import { ReferralsJobsModule } from './referrals/referrals-jobs.module';
import { CatalogJobsModule } from './catalog/catalog-jobs.module';
import { WalletJobsModule } from './wallet/wallet-jobs.module';
import { WebhooksJobsModule } from './webhooks/webhooks-jobs.module';

/** The worker process: the job processors of every module. */
@Module({
  imports: [
    ConfigModule,
    CommonModule,
    DatabaseModule.forProcess('worker'),
    QueueModule,
    loggingModule('worker'),
    HealthModule,
    JobWorkersModule,
    AdminJobsModule,
    AuditJobsModule,
    AuthJobsModule,
    IdempotencyJobsModule,
    MailJobsModule,
    NotificationsJobsModule,
    PaymentsJobsModule,
    ProxiesJobsModule,
    ReferralsJobsModule,
    CatalogJobsModule,
    WalletJobsModule,
    WebhooksJobsModule,
  ],
})
export class WorkerModule {}
