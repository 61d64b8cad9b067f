import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { MailModule } from '../mail/mail.module';
import { ProxiesModule } from '../proxies/proxies.module';
import { UsageReportsModule } from '../proxies/usage-reports/usage-reports.module';
import { BullModule } from '../queue/bull.module';
import { UsersModule } from '../users/users.module';
import { WalletModule } from '../wallet/wallet.module';
import { NotificationCursorRepository } from './rules/notification-cursor.repository';
import { NotificationsProcessor } from './jobs/notifications.processor';
import { NotificationTemplates } from './templates/notification-templates';
import { NotificationSenderService } from './delivery/notification-sender.service';
import { NotificationsModule } from './notifications.module';
import { NotificationsService } from './notifications.service';
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
