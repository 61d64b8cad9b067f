import { Module } from '@nestjs/common';
import { MailProcessor } from './jobs/mail.processor';
import { MailDeliveryModule } from './mail-delivery.module';
import { MailDispatcherService } from './outbox/mail-dispatcher.service';
import { MailRetentionService } from './outbox/mail-retention.service';
import { MailModule } from './mail.module';
import { OutboxMetrics } from './outbox/outbox-metrics';

/** Sending mail, in the worker. Needs `MailTransportSettings` from the application. */
@Module({
  imports: [MailModule, MailDeliveryModule],
  providers: [MailDispatcherService, MailProcessor, MailRetentionService, OutboxMetrics],
})
export class MailJobsModule {}
