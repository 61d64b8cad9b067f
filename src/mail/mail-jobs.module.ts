import { Module } from '@nestjs/common';
import { MailProcessor } from './jobs/mail.processor';
import { MailDeliveryModule } from './mail-delivery.module';
import { MailDispatcher } from './mail-dispatcher';
import { MailTidyService } from './mail-tidy.service';
import { MailModule } from './mail.module';
import { OutboxMetrics } from './outbox-metrics';

/** Sending mail, in the worker. Needs `MailTransportSettings` from the application. */
@Module({
  imports: [MailModule, MailDeliveryModule],
  providers: [MailDispatcher, MailProcessor, MailTidyService, OutboxMetrics],
})
export class MailJobsModule {}
