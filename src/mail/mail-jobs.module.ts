import { Module } from '@nestjs/common';
import { MailDeliveryModule } from './mail-delivery.module';
import { MailDispatcher } from './mail-dispatcher';
import { MailTidyService } from './mail-tidy.service';
import { MailModule } from './mail.module';
import { OutboxMetrics } from './outbox-metrics';
import { SendMailProcessor } from './send-mail.processor';
import { SweepMailProcessor } from './sweep-mail.processor';
import { TidyMailProcessor } from './tidy-mail.processor';

/** Sending mail, in the worker. Needs `MailTransportSettings` from the application. */
@Module({
  imports: [MailModule, MailDeliveryModule],
  providers: [
    MailDispatcher,
    MailTidyService,
    OutboxMetrics,
    SendMailProcessor,
    SweepMailProcessor,
    TidyMailProcessor,
  ],
})
export class MailJobsModule {}
