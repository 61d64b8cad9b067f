import { Processor } from '@nestjs/bullmq';
import type { QueueJob } from '../queue/job-catalog';
import { JobProcessor, unhandledJob, WORKER_OPTIONS } from '../queue/job-processor';
import { NotificationsService } from './notifications.service';
import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { MailModule } from '../mail/mail.module';
import { ProxiesModule } from '../proxies/proxies.module';
import { BullModule } from '../queue/bull.module';
import { TicketsModule } from '../tickets/tickets.module';
import { UsersModule } from '../users/users.module';
import { WalletModule } from '../wallet/wallet.module';
import { NotificationRules } from './notification-rules';
import { NotificationTemplates } from './notification-templates';
import { ReceiptTemplates } from './receipt-templates';
import { NotificationSenderService } from './notification-sender.service';
import { NotificationsModule } from './notifications.module';
import { WeeklySummaryService } from './weekly-summary';

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
    TicketsModule,
    UsersModule,
    WalletModule,
  ],
  providers: [
    NotificationRules,
    NotificationSenderService,
    NotificationTemplates,
    NotificationsProcessor,
    NotificationsService,
    ReceiptTemplates,
    WeeklySummaryService,
  ],
})
export class NotificationsJobsModule {}
