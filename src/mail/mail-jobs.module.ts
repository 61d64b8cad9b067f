import { Module } from '@nestjs/common';
import { InboxMailer } from './adapters/inbox-mailer';
import { PlatformMailer } from './adapters/platform-mailer';
import { SmtpMailer } from './adapters/smtp-mailer';
import { MailDispatcher } from './mail-dispatcher';
import { MailModule } from './mail.module';
import { Mailer } from './mailer';
import { OutboxMetrics } from './outbox-metrics';
import { SendMailProcessor } from './send-mail.processor';
import { SweepMailProcessor } from './sweep-mail.processor';

/** Sending mail, in the worker. Needs `MailTransportSettings` from the application. */
@Module({
  imports: [MailModule],
  providers: [
    SmtpMailer,
    InboxMailer,
    { provide: Mailer, useClass: PlatformMailer },
    MailDispatcher,
    OutboxMetrics,
    SendMailProcessor,
    SweepMailProcessor,
  ],
})
export class MailJobsModule {}
