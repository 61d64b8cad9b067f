import { Module } from '@nestjs/common';
import { InboxMailer } from './adapters/inbox-mailer';
import { PlatformMailer } from './adapters/platform-mailer';
import { SmtpMailer } from './adapters/smtp-mailer';
import { ImmediateMailService } from './immediate-mail.service';
import { MailModule } from './mail.module';
import { Mailer } from './mailer';

/** The way out for mail. Needs `MailTransportSettings` from the application. */
@Module({
  imports: [MailModule],
  providers: [
    SmtpMailer,
    InboxMailer,
    { provide: Mailer, useClass: PlatformMailer },
    ImmediateMailService,
  ],
  exports: [ImmediateMailService, Mailer],
})
export class MailDeliveryModule {}
