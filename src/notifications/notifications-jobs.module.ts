import { Processor } from '@nestjs/bullmq';
import type { QueueJob } from '../queue/job-catalog';
import { JobProcessor, unhandledJob, WORKER_OPTIONS } from '../queue/job-processor';
import { NotificationsService } from './notifications.service';
import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { MailModule } from '../mail/mail.module';
import { ProxiesModule } from '../proxies/proxies.module';
import { UsageReportsModule } from '../proxies/usage-reports/usage-reports.module';
import { BullModule } from '../queue/bull.module';
import { UsersModule } from '../users/users.module';
import { WalletModule } from '../wallet/wallet.module';
import { NotificationCursorRepository } from './rules/notification-cursor.repository';
import { NotificationTemplates } from './templates/notification-templates';
import { NotificationSenderService } from './delivery/notification-sender.service';
import { NotificationsModule } from './notifications.module';
import { SentNotificationRepository } from './delivery/sent-notification.repository';
import { AutoRenewalRule } from './rules/auto-renewal.rule';
import { AutoRenewalTemplates } from './templates/auto-renewal.templates';
import { ExpiryRule } from './rules/expiry.rule';
import { LowBalanceRule } from './rules/low-balance.rule';
import { SignInRule } from './rules/sign-in.rule';
import { TrafficRule } from './rules/traffic.rule';
import { WeeklySummaryRule } from './rules/weekly-summary.rule';
import { WeeklySummaryService } from './weekly/weekly-summary.service';
import { WeeklySummaryTemplates } from './templates/weekly-summary.templates';

@Processor('notifications', { ...WORKER_OPTIONS, concurrency: 1 })
export class NotificationsProcessor extends JobProcessor<'notifications'> {
  constructor(private readonly notifications: NotificationsService) {
    super();
  }

  handle(job: QueueJob<'notifications'>): Promise<unknown> {
    switch (job.name) {
      case 'notifications.send':
        return this.notifications.sendDue();
      default:
        throw unhandledJob(job.name);
    }
  }
}

/** Sends notifications, in the worker. */
@Module({
  imports: [
    BullModule.registerQueue({ name: 'notifications' }),
    AuthModule,
    MailModule,
    NotificationsModule,
    ProxiesModule,
    UsageReportsModule,
    UsersModule,
    WalletModule,
  ],
  providers: [
    NotificationCursorRepository,
    AutoRenewalRule,
    AutoRenewalTemplates,
    ExpiryRule,
    LowBalanceRule,
    NotificationTemplates,
    NotificationSenderService,
    NotificationsProcessor,
    NotificationsService,
    SentNotificationRepository,
    SignInRule,
    TrafficRule,
    WeeklySummaryRule,
    WeeklySummaryService,
    WeeklySummaryTemplates,
  ],
})
export class NotificationsJobsModule {}
